/** Messages between a decoding process and its parent. */

import type { ImageSource } from '../image-format.ts';
import type { ImageVariant } from '../image-keys.ts';

/**
 * A `picture` has at most `MAX_FULL_IMAGE_SIDE` pixels per side, an `avatar` is cropped to a square, and a `logo` is
 * small and preserves transparency.
 */
export type ImageKind = 'picture' | 'avatar' | 'logo';

/** A decoding job. Types that end with `-stored` are for pictures that are already stored. */
export type DecodeJob =
  | { type: 'prepare'; source: ImageSource; kind: ImageKind }
  | { type: 'resize-stored'; source: ImageSource; width: number }
  | { type: 'blur-stored'; source: ImageSource };

/** Why a picture is rejected. */
export type DecodeRejection =
  | 'unsupported'
  | 'damaged'
  | 'too-many-bytes'
  | 'too-many-pixels'
  | 'too-many-scans'
  | 'too-much-memory'
  | 'too-much-time';

/** A picture that is ready to be stored; see `PreparedImage`. */
export type PreparedFiles = {
  width: number;
  height: number;
  placeholder: string;
  files: [ImageVariant, Uint8Array][];
};

/** The result of each kind of job. `resize-stored` returns null if the picture is not wider than `width`. */
export type DecodeResult = {
  prepare: PreparedFiles;
  'resize-stored': Uint8Array | null;
  'blur-stored': string;
};

/** A message from the decoding process. A job ends with the first message that does not request memory. */
export type DecoderResponse =
  | { type: 'needs-memory'; bytes: number }
  | { type: 'done'; result: DecodeResult[DecodeJob['type']] }
  | { type: 'rejected'; reason: DecodeRejection; detail?: string }
  | { type: 'failed'; message: string };

/** A message to the decoding process: a job, or permission to use the requested memory. */
export type DecoderRequest = DecodeJob | { type: 'continue' };
