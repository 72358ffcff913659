/**
 * From an uploaded picture to what is stored of it: WebP, upright, without metadata, in several widths. The decoding
 * itself happens in other processes (decision 020).
 */

import { AppError } from '../errors/app-error.ts';
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '#shared/limits.ts';
import type { ImageKind, Refusal } from './decoding/decode-messages.ts';
import { createDecodePool } from './decoding/decode-pool.ts';
import { DecodeRefused } from './decoding/decoder-process.ts';
import type { ImageSource } from './image-format.ts';
import type { ImageFiles } from './image-store.ts';

/** A picture ready to be stored: its size in pixels when shown upright, and all its files. */
export type PreparedImage = {
  width: number;
  height: number;
  /** A blurred WebP about 16 pixels wide as a data URI. */
  placeholder: string;
  files: ImageFiles;
};

/** How a picture is to be taken. */
export type PrepareOptions = {
  /** `picture` if absent. */
  kind?: ImageKind | undefined;
  /** Who sent it, whose pictures wait for each other; our own commands if absent. */
  account?: string | undefined;
  /** Ends the wait and the work; its reason is thrown then. */
  signal?: AbortSignal | undefined;
};

/** Names in messages are the sender's own words: enough to know the file again. */
const NAME_SHOWN = 100;
/** Whose pictures those are that no account sent. */
const OWN_ACCOUNT = '';

/** One for the whole process: what it limits is the machine's. */
const decode = createDecodePool();

/**
 * Checks a picture by its content and creates its files. Touches no store.
 *
 * @param name what to call the file in an error's message, e.g. its name on the sender's disk
 * @throws AppError UNSUPPORTED_TYPE (not JPEG, PNG, GIF, WebP or AVIF, damaged, too many scans, or too long to decode),
 *   TOO_LARGE (over 25 MB, 100 megapixels, or the memory that decoding may take; the header is enough, nothing is
 *   decoded), UNAVAILABLE
 */
export async function prepareImage(
  source: ImageSource,
  name: string,
  { kind = 'picture', account = OWN_ACCOUNT, signal }: PrepareOptions = {},
): Promise<PreparedImage> {
  try {
    const prepared = await decode({ work: 'prepare', source, kind }, { account, signal });
    return { ...prepared, files: new Map(prepared.files) };
  } catch (error) {
    throw error instanceof DecodeRefused ? explain(error, name) : error;
  }
}

/**
 * Creates one smaller width of a picture that is ours already.
 *
 * @returns WebP, or null for a picture that is not wider than that
 */
export async function resizeOwnImage(
  source: ImageSource,
  width: number,
): Promise<Uint8Array | null> {
  return decode({ work: 'resize-own', source, width }, { account: OWN_ACCOUNT });
}

/** Creates the placeholder alone of a picture that is ours already. */
export async function makePlaceholder(source: ImageSource): Promise<string> {
  return decode({ work: 'blur-own', source }, { account: OWN_ACCOUNT });
}

const MESSAGES: Record<Refusal, ['TOO_LARGE' | 'UNSUPPORTED_TYPE', string]> = {
  unsupported: [
    'UNSUPPORTED_TYPE',
    'is not a picture that can be used: choose a JPEG, PNG, GIF, WebP or AVIF file.',
  ],
  damaged: ['UNSUPPORTED_TYPE', 'is damaged and cannot be read.'],
  'too-many-bytes': ['TOO_LARGE', `is larger than ${IMAGE_MAX_BYTES / 1024 / 1024} MB.`],
  'too-many-pixels': ['TOO_LARGE', `has more than ${IMAGE_MAX_PIXELS / 1_000_000} megapixels.`],
  'too-many-scans': ['UNSUPPORTED_TYPE', 'has too many layers. Save it again as a plain JPEG.'],
  'too-much-memory': ['TOO_LARGE', 'takes too much memory to open. Save it smaller, or as a JPEG.'],
  'too-much-time': ['UNSUPPORTED_TYPE', 'takes too long to open. Save it smaller, or as a JPEG.'],
};

function explain(refused: DecodeRefused, name: string): AppError {
  const [code, words] = MESSAGES[refused.refusal];
  return new AppError(code, `"${name.slice(0, NAME_SHOWN)}" ${words}`, { cause: refused });
}
