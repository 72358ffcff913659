/**
 * Converts uploaded pictures to their stored form: WebP, upright, without metadata, in several widths.
 * Other processes decode them (decision 020).
 */

import type { Requester } from '../concurrency/fair-slots.ts';
import { AppError } from '../errors/app-error.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '#shared/limits.ts';
import type { ImageKind, DecodeRejection } from './decoding/decode-messages.ts';
import { createDecodePool } from './decoding/decode-pool.ts';
import { DecodeRejectedError } from './decoding/decoder-process.ts';
import type { ImageSource } from './image-format.ts';
import type { ImageFiles } from './image-store.ts';

/** A picture that is ready to be stored: its upright size in pixels, and all its files. */
export type PreparedImage = {
  width: number;
  height: number;
  /** A blurred WebP as a data URI. Its shorter side is 16 pixels long. */
  placeholder: string;
  files: ImageFiles;
};

/** Options for preparing a picture. */
export type PrepareOptions = {
  /** The default is `picture`. */
  kind?: ImageKind | undefined;
  /** The uploader, whose pictures share a queue. Absent for the system's own pictures. */
  uploader?: Omit<Requester, 'signal'> | undefined;
  /** Cancels the wait and the work; its reason is thrown. */
  signal?: AbortSignal | undefined;
};

/** File names in messages are user input and are truncated. */
const MAX_NAME_LENGTH = 100;
/** The requester of pictures without an uploader. */
const SYSTEM: Requester = { key: '', signal: undefined };

/** Shared by the entire process because it limits the use of the machine's resources. */
const decode = createDecodePool();

/**
 * Checks a picture's content and creates its files, without storing them.
 *
 * @param name the file's name in error messages, such as its original name
 * @throws AppError UNSUPPORTED_TYPE (not JPEG, PNG, GIF, WebP, or AVIF, damaged, too many scans, or too slow to decode),
 *   TOO_LARGE (over 25 MB or 100 megapixels, both checked before decoding, or over the memory limit for decoding),
 *   UNAVAILABLE
 */
export async function prepareImage(
  source: ImageSource,
  name: string,
  { kind = 'picture', uploader = SYSTEM, signal }: PrepareOptions = {},
): Promise<PreparedImage> {
  try {
    const prepared = await decode({ type: 'prepare', source, kind }, { ...uploader, signal });
    return { ...prepared, files: new Map(prepared.files) };
  } catch (error) {
    throw error instanceof DecodeRejectedError ? toAppError(error, name) : error;
  }
}

/**
 * Creates a smaller width of a stored picture.
 *
 * @returns WebP, or null if the picture is not wider
 */
export async function resizeStoredImage(
  source: ImageSource,
  width: number,
): Promise<Uint8Array | null> {
  return decode({ type: 'resize-stored', source, width }, SYSTEM);
}

/** Creates the placeholder of a stored picture. */
export async function createPlaceholder(source: ImageSource): Promise<string> {
  return decode({ type: 'blur-stored', source }, SYSTEM);
}

const MESSAGES: Record<DecodeRejection, ['TOO_LARGE' | 'UNSUPPORTED_TYPE', string]> = {
  unsupported: [
    'UNSUPPORTED_TYPE',
    'is not a supported picture. Choose a JPEG, PNG, GIF, WebP, or AVIF file.',
  ],
  damaged: ['UNSUPPORTED_TYPE', 'is damaged and cannot be read.'],
  'too-many-bytes': ['TOO_LARGE', `is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB.`],
  'too-many-pixels': ['TOO_LARGE', `has more than ${MAX_IMAGE_PIXELS / 1_000_000} megapixels.`],
  'too-many-scans': ['UNSUPPORTED_TYPE', 'has too many layers. Save it again as a plain JPEG.'],
  'too-much-memory': [
    'TOO_LARGE',
    'takes too much memory to open. Reduce its size, or save it as a JPEG.',
  ],
  'too-much-time': [
    'UNSUPPORTED_TYPE',
    'takes too long to open. Reduce its size, or save it as a JPEG.',
  ],
};

function toAppError(error: DecodeRejectedError, name: string): AppError {
  const [code, message] = MESSAGES[error.reason];
  return new AppError(code, `"${name.slice(0, MAX_NAME_LENGTH)}" ${message}`, { cause: error });
}
