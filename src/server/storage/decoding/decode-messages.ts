/** Messages between a decoding process and its parent. */

import type { ImageSource } from '../image-format.ts';
import type { ImageVariant } from '../image-keys.ts';

/**
 * `picture`: at most `IMAGE_FULL_MAX_SIDE` a side. `avatar`: cropped to a square. `logo`: small, still
 * transparent.
 */
export type ImageKind = 'picture' | 'avatar' | 'logo';

/** One job. `own` marks pictures that are already stored. */
export type DecodeJob =
  | { work: 'prepare'; source: ImageSource; kind: ImageKind }
  | { work: 'resize-own'; source: ImageSource; width: number }
  | { work: 'blur-own'; source: ImageSource };

/** Why a picture is refused. */
export type Refusal =
  | 'unsupported'
  | 'damaged'
  | 'too-many-bytes'
  | 'too-many-pixels'
  | 'too-many-scans'
  | 'too-much-memory'
  | 'too-much-time';

/** A picture ready to be stored; see `PreparedImage`. */
export type Prepared = {
  width: number;
  height: number;
  placeholder: string;
  files: [ImageVariant, Uint8Array][];
};

/** The result of each kind of job. `resize-own` returns null for a picture that is not wider. */
export type DecodeResult = {
  prepare: Prepared;
  'resize-own': Uint8Array | null;
  'blur-own': string;
};

/** From the decoding process. A job ends with the first response that does not request memory. */
export type DecoderResponse =
  | { step: 'needs-memory'; bytes: number }
  | { step: 'done'; result: DecodeResult[DecodeJob['work']] }
  | { step: 'refused'; refusal: Refusal; detail?: string }
  | { step: 'failed'; message: string };

/** To the decoding process: a job, or the grant of the requested memory. */
export type DecoderRequest = DecodeJob | { work: 'go-on' };
