/** Limits for decoding pictures, and cost estimates from their headers (docs/product/uploads.md, Cost). */

import type { Metadata } from 'sharp';

const MIB = 1024 * 1024;

/** Memory reserved for each decoding slot: enough for a phone photo. */
export const SLOT_BYTES = 160 * MIB;
/** The maximum memory for decoding a picture; pictures that need more are rejected with 413. */
export const MAX_DECODE_BYTES = 768 * MIB;
/** The decoding process is killed when its memory use exceeds the estimate by this factor. */
export const MEMORY_TOLERANCE = 1.3;
/** The maximum CPU time for a picture. */
export const MAX_DECODE_CPU_MS = 20_000;
/**
 * The maximum wall-clock time for a picture, in case decoding hangs. Long because the machine may
 * be busy.
 */
export const MAX_DECODE_WALL_MS = 120_000;
/**
 * The maximum number of scans of a JPEG. Encoders write about ten, and each takes a pass over the
 * entire picture.
 */
export const MAX_JPEG_SCANS = 100;

/** Memory for the encoded results, regardless of the picture's size. */
const RESULT_BYTES = 96 * MIB;

/** The header fields that determine the cost of decoding. */
export type PictureHeader = Pick<Metadata, 'format' | 'width' | 'height' | 'channels' | 'depth'> & {
  isProgressive?: boolean;
};

/**
 * Estimates the memory for decoding, in addition to the process's own; measured with libvips 8.18
 * and rounded up. JPEG and PNG are decoded line by line, unless the picture has several passes.
 * Other decoders keep the entire picture in memory, for AVIF several times.
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

/** Returns the memory, in addition to that of an idle process, beyond which the process is killed. */
export function memoryLimit(estimate: number, tolerance: number): number {
  return Math.max(SLOT_BYTES, estimate) * tolerance;
}
