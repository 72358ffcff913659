/** Detects the format of a picture by its content, never by its name (docs/product/uploads.md, Form). */

import { open } from 'node:fs/promises';

/** Accepted formats, as `sharp` names them; AVIF is HEIF with AV1 inside. */
export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'heif';

/** An incoming picture: its bytes, or the path of its file. */
export type ImageSource = Uint8Array | string;

/** Enough for every signature below. */
const HEAD_BYTES = 12;

/**
 * Returns the format by the first bytes, or null. Checked before decoding, so that programs and documents (SVG, PDF)
 * never reach a decoder.
 */
export function sniffImageFormat(head: Uint8Array): ImageFormat | null {
  const text = Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.slice(4, 8) === 'ftyp') return 'heif';
  return null;
}

/** Returns the size of a source in bytes, and its first bytes. */
export async function readHead(
  source: ImageSource,
): Promise<{ sizeBytes: number; head: Uint8Array }> {
  if (typeof source !== 'string') {
    return { sizeBytes: source.byteLength, head: source.subarray(0, HEAD_BYTES) };
  }
  const file = await open(source);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return { sizeBytes: size, head: buffer.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}
