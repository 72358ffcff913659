/** Detects the format of a picture from its content, never from its name (docs/product/uploads.md, Form). */

import { open } from 'node:fs/promises';

/** Accepted formats, as `sharp` names them. AVIF is HEIF with AV1 inside. */
export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'heif';

/** An incoming picture: its bytes, or the path of its file. */
export type ImageSource = Uint8Array | string;

/** The length of the longest signature below. */
const SIGNATURE_BYTES = 12;

/**
 * Returns the format that the first bytes indicate, or null. Checked before decoding, so that programs and documents
 * (SVG, PDF) never reach a decoder.
 */
export function detectImageFormat(signature: Uint8Array): ImageFormat | null {
  const text = Buffer.from(signature.subarray(0, SIGNATURE_BYTES)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.slice(4, 8) === 'ftyp') return 'heif';
  return null;
}

/** Returns the size of a source in bytes, and its first bytes. */
export async function readSignature(
  source: ImageSource,
): Promise<{ sizeBytes: number; signature: Uint8Array }> {
  if (typeof source !== 'string') {
    return { sizeBytes: source.byteLength, signature: source.subarray(0, SIGNATURE_BYTES) };
  }
  const file = await open(source);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(SIGNATURE_BYTES),
      0,
      SIGNATURE_BYTES,
      0,
    );
    return { sizeBytes: size, signature: buffer.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}
