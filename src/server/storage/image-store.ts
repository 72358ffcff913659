/**
 * The storage of pictures. One picture is a key with one WebP file per variant; all files of a key are added and
 * removed together, and never changed. The interface requires nothing that an object store cannot do: whole objects are
 * put, read, removed, and listed, without renaming or appending.
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
   * Stores a new picture. When the promise resolves, every file exists and survives a power failure; if it rejects, or
   * the process dies first, no reader ever sees a part of it.
   *
   * @throws Error if the key is taken, or the medium fails
   */
  put(key: string, files: ImageFiles): Promise<void>;

  /** Opens one file; null if there is no such picture or it is not that wide. */
  open(key: string, variant: ImageVariant): Promise<OpenImage | null>;

  /** Removes pictures with all their files; missing ones are not an error. */
  remove(keys: readonly string[]): Promise<void>;

  /**
   * Lists the keys of all pictures stored before a time, unordered, in groups of at most 500; also removes unfinished
   * files that a crash left before that time.
   */
  listOlderThan(before: Date): AsyncIterable<string[]>;
}
