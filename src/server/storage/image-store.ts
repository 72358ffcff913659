/**
 * Where pictures are stored. One picture is a key with one WebP file per variant; all files of a key come and
 * go together, and none is ever changed. The interface asks nothing that an object store cannot do: whole
 * objects put, read, removed and listed, no renaming and no appending.
 */

import type { Readable } from 'node:stream';
import type { ImageVariant } from './image-keys.ts';

/** The files of one picture by variant; `full` is always among them. */
export type ImageFiles = ReadonlyMap<ImageVariant, Uint8Array>;

/** A picture that is being read. A caller that does not read `stream` to its end must destroy it. */
export type OpenImage = {
  stream: Readable;
  sizeBytes: number;
  modifiedAt: Date;
};

export interface ImageStore {
  /**
   * Stores a new picture. When the promise resolves, every file exists and survives a power failure; when it
   * rejects, or the process dies first, no reader ever sees a part of it.
   *
   * @throws Error if the key is taken, or the medium fails
   */
  put(key: string, files: ImageFiles): Promise<void>;

  /** Opens one file; null when there is no such picture or it is not that wide. */
  open(key: string, variant: ImageVariant): Promise<OpenImage | null>;

  /** Removes pictures with all their files; one that is not there is no error. */
  remove(keys: readonly string[]): Promise<void>;

  /**
   * The keys of all pictures put before a point in time, in no order, in groups of at most 500; clears what
   * a crash left unfinished before that time on the way.
   */
  listOlderThan(before: Date): AsyncIterable<string[]>;
}
