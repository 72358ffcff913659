/** Limits for decoding a picture, and estimates by its header (docs/product/uploads.md, Cost). */

import type { Metadata } from 'sharp';

const MIB = 1024 * 1024;

/** Memory reserved for each decoding slot: enough for a phone photo. */
export const SLOT_BYTES = 160 * MIB;
/** Maximum memory to decode one picture; more is refused with 413. */
export const DECODE_MAX_BYTES = 768 * MIB;
/** How far usage may exceed the estimate before the decoding process is killed. */
export const TOLERANCE = 1.3;
/** CPU time of one picture. */
export const DECODE_CPU_MS = 20_000;
/** Wall-clock time of one picture, in case decoding hangs; long, because the machine may be busy. */
export const DECODE_WALL_MS = 120_000;
/** Scans of a JPEG. Encoders write about ten; each costs a pass over the whole picture. */
export const MAX_JPEG_SCANS = 100;

/** For the encoded results, regardless of the picture's size. */
const RESULT_BYTES = 96 * MIB;

/** The header fields that determine the cost of decoding. */
export type PictureHeader = Pick<Metadata, 'format' | 'width' | 'height' | 'channels' | 'depth'> & {
  isProgressive?: boolean;
};

/**
 * Estimates the memory for decoding, in addition to the process itself. Measured with libvips 8.18 and rounded up: JPEG
 * and PNG are decoded line by line, unless the picture has several passes; other decoders hold the whole picture, AVIF
 * several times over.
 */
export function estimateBytes(header: PictureHeader): number {
  return RESULT_BYTES + header.width * header.height * bytesPerPixel(header);
}

function bytesPerPixel({ format, channels, depth, isProgressive = false }: PictureHeader): number {
  const sampleBytes = depth === 'uchar' ? 1 : 2;
  switch (format) {
    case 'jpeg':
      // Coefficients of all passes, two bytes each.
      return isProgressive ? 2 * channels : 0.25 * channels;
    case 'png':
      return sampleBytes * channels * (isProgressive ? 1.1 : 0.35);
    case 'webp':
    case 'gif':
      return 5.5;
    default:
      return sampleBytes === 1 ? 20 : 26;
  }
}

/** Returns the memory, beyond that of an idle process, at which the process is killed. */
export function memoryLimit(estimate: number, tolerance: number): number {
  return Math.max(SLOT_BYTES, estimate) * tolerance;
}
