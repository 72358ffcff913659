/** How much a picture may cost, and what it will, judged by its header (docs/product/uploads.md, Cost). */

import type { Metadata } from 'sharp';

const MIB = 1024 * 1024;

/** Memory that every place for decoding has for itself: enough for a photo of a telephone. */
export const PLACE_BYTES = 160 * MIB;
/** Memory that one picture may take to be decoded. More is refused with 413. */
export const DECODE_MAX_BYTES = 768 * MIB;
/** How far an estimate may be off before the decoding process is ended. */
export const TOLERANCE = 1.3;
/** Processor time of one picture. */
export const DECODE_CPU_MS = 20_000;
/** Time of one picture by the clock, for what stands still; long, since a busy machine gives little of its time. */
export const DECODE_WALL_MS = 120_000;
/** Scans of a JPEG. Encoders write about ten; each costs a pass over the whole picture. */
export const MAX_JPEG_SCANS = 100;

/** For what is made of a picture, whatever its size. */
const RESULT_BYTES = 96 * MIB;

/** The part of a header that says what decoding costs. */
export type PictureHeader = Pick<Metadata, 'format' | 'width' | 'height' | 'channels' | 'depth'> & {
  isProgressive?: boolean;
};

/**
 * Bytes of memory that decoding takes beside the process itself. Measured with libvips 8.18 and rounded up: decoders of
 * JPEG and PNG go line by line, unless the picture comes in several passes; the others hold all of it, AVIF several
 * times over.
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

/** Memory at which the process is ended, beside what it takes without a picture. */
export function memoryLimit(estimate: number, tolerance: number): number {
  return Math.max(PLACE_BYTES, estimate) * tolerance;
}
