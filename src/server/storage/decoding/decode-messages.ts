/** Messages between a decoding process and its parent. */

import type { ImageSource } from '../image-format.ts';
import type { ImageVariant } from '../image-keys.ts';

/**
 * `picture`: as it is, at most `IMAGE_FULL_MAX_SIDE` a side. `avatar`: cut to a square. `logo`: as it is, small, and
 * what is transparent stays so.
 */
export type ImageKind = 'picture' | 'avatar' | 'logo';

/** One piece of work. `own` are pictures that are ours already. */
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

/** A picture as it is to be stored; see `PreparedImage`. */
export type Prepared = {
  width: number;
  height: number;
  placeholder: string;
  files: [ImageVariant, Uint8Array][];
};

/** The result of each kind of work. `resize-own` gives null for a picture that is not wider. */
export type DecodeResult = {
  prepare: Prepared;
  'resize-own': Uint8Array | null;
  'blur-own': string;
};

/** From the process that decodes. A job ends with the first answer that does not ask for memory. */
export type DecoderAnswer =
  | { step: 'needs-memory'; bytes: number }
  | { step: 'done'; result: DecodeResult[DecodeJob['work']] }
  | { step: 'refused'; refusal: Refusal; detail?: string }
  | { step: 'failed'; message: string };

/** To the decoding process: work, or the grant of the requested memory. */
export type DecoderRequest = DecodeJob | { work: 'go-on' };
