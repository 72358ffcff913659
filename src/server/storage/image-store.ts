/**
 * The interface of picture stores. A picture has a key and one WebP file per variant; all files of
 * a key are added and removed together, and never changed. The interface requires only operations
 * that object stores support: entire objects are put, read, removed, and listed, but never renamed
 * or appended to.
 */

import type { Readable } from 'node:stream';
import type { ImageVariant } from './image-keys.ts';

/** The files of a picture by variant; always includes `full`. */
export type ImageFiles = ReadonlyMap<ImageVariant, Uint8Array>;

/** A picture that is being read. A caller that does not read `stream` to its end must destroy it. */
export type OpenImage = {
  stream: Readable;
  sizeBytes: number;
  modifiedAt: Date;
};

export interface ImageStore {
  /**
   * Stores a new picture. Once the promise resolves, every file exists and survives a power failure. If it rejects, or
   * the process exits first, a sweep later removes any files that were stored (see `listOlderThan`).
   *
   * @throws Error if the key is in use, or the store fails
   */
  put(key: string, files: ImageFiles): Promise<void>;

  /** Opens a file; returns null if the picture does not exist or is not wider than the variant. */
  open(key: string, variant: ImageVariant): Promise<OpenImage | null>;

  /** Removes pictures with all their files; ignores missing pictures. */
  remove(keys: readonly string[]): Promise<void>;

  /**
   * Lists the keys of all pictures stored before a time, in batches of at most 500 and in no particular order.
   * Unfinished pictures from before that time are either removed or listed as well.
   */
  listOlderThan(before: Date): AsyncIterable<string[]>;
}
