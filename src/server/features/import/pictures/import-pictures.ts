/** Imports a row's pictures. */

import { MAX_IMAGES_PER_PROPERTY } from '#shared/limits.ts';
import { type Database, inTransaction } from '../../../database/database.ts';
import { AppError } from '../../../errors/app-error.ts';
import {
  storeImages,
  type StoredImage,
  removeAfterFailure,
  removeUnusedImages,
} from '../../../storage/image-service.ts';
import type { ImageStore } from '../../../storage/image-store.ts';
import {
  arrangePictures,
  readCustomOrder,
  findPictures,
  type ListingPicture,
  lockListing,
} from './import-pictures-repository.ts';
import { findMediaFiles, type MediaFile } from './media-files.ts';

type AddedPicture = StoredImage & { sourceHash: string };

/** The outcome of importing a row's pictures. `problems` describe the rejected ones. */
export type PicturesOutcome = {
  added: number;
  removed: number;
  isChanged: boolean;
  problems: string[];
};

/**
 * Adds a row's new pictures, and sorts all of the row's pictures in its order, before uploaded ones.
 * If an agent has arranged the listing's pictures, their order stays, and new ones are appended.
 * Does not store pictures with the same content again. Removes imported pictures that the row no
 * longer lists, unless there was a problem with any of the row's pictures.
 */
export async function importPictures(options: {
  db: Database;
  images: ImageStore;
  /** The folder of the picture files; null if there are none. */
  folder: string | null;
  propertyId: string;
  media: readonly string[];
  now: () => Date;
  /**
   * Whether to change nothing. A dry run does not decode files, so it cannot detect invalid
   * pictures.
   */
  isDryRun: boolean;
}): Promise<PicturesOutcome> {
  const { db, images, folder, propertyId, media, now, isDryRun } = options;
  const { files, problems } = await findMediaFiles(folder, media);
  if (files.length > MAX_IMAGES_PER_PROPERTY) {
    problems.push(
      `only the first ${MAX_IMAGES_PER_PROPERTY} of ${files.length} pictures were imported`,
    );
    files.length = MAX_IMAGES_PER_PROPERTY;
  }
  if (files.length === 0 && problems.length > 0) return toOutcome(null, problems);
  const before = await findPictures(db, propertyId);
  const known = new Set(before.map(({ sourceHash }) => sourceHash));
  const newFiles = files.filter(({ sourceHash }) => !known.has(sourceHash));
  if (isDryRun) {
    const added = newFiles.map(({ sourceHash }) => ({ key: sourceHash, sourceHash }));
    const hasCustomOrder = await readCustomOrder(db, propertyId);
    return toOutcome(
      planChange({ existing: before, added, files, problems, hasCustomOrder }),
      problems,
    );
  }
  const added = await storeNewPictures(images, newFiles, problems);
  const addedKeys = added.map(({ key }) => key);
  let arranged: Change<AddedPicture> | null;
  try {
    arranged = await inTransaction(db, null, async (transaction) => {
      const listing = await lockListing(transaction, propertyId);
      if (listing === undefined) return null;
      const existing = await findPictures(transaction, propertyId);
      const change = planChange({ existing, added, files, problems, ...listing });
      if (change) await arrangePictures(transaction, propertyId, { ...change, now: now() });
      return change;
    });
  } catch (error) {
    await removeAfterFailure(db, images, addedKeys, error);
    throw error;
  }
  // If this fails, the periodic sweep removes the unused pictures.
  const keysToCheck = [...(arranged?.keysToDelete ?? []), ...addedKeys];
  await removeUnusedImages(db, images, keysToCheck).catch(() => undefined);
  return toOutcome(arranged, problems);
}

function toOutcome(change: Change<ListingPicture> | null, problems: string[]): PicturesOutcome {
  return {
    added: change?.added.length ?? 0,
    removed: change?.keysToDelete.length ?? 0,
    isChanged: change !== null,
    problems,
  };
}

/** Stores each picture separately so that an invalid picture does not affect others. */
async function storeNewPictures(
  images: ImageStore,
  files: readonly MediaFile[],
  problems: string[],
): Promise<AddedPicture[]> {
  const stored = await Promise.all(
    files.map(async ({ file, name, sourceHash }) => {
      try {
        const [image] = await storeImages(images, [{ source: file, name }]);
        return image ? [{ ...image, sourceHash }] : [];
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        problems.push(error.message.replace(/\.$/, ''));
        return [];
      }
    }),
  );
  return stored.flat();
}

/** A change to a listing's pictures. `keys` are all resulting pictures in order. */
type Change<Added> = { keysToDelete: string[]; added: readonly Added[]; keys: string[] };

/** Computes the change. Returns null if the pictures already match the row. */
function planChange<Added extends ListingPicture>(options: {
  existing: readonly ListingPicture[];
  added: readonly Added[];
  files: readonly MediaFile[];
  problems: readonly string[];
  /** Whether an agent has arranged the pictures. If so, new pictures are appended. */
  hasCustomOrder: boolean;
}): Change<Added> | null {
  const { existing, added, files, problems, hasCustomOrder } = options;
  const listedHashes = new Set(files.map(({ sourceHash }) => sourceHash));
  const isMarkedForDeletion = ({ sourceHash }: ListingPicture) =>
    problems.length === 0 && sourceHash !== null && !listedHashes.has(sourceHash);
  const keysToDelete = existing.filter(isMarkedForDeletion).map(({ key }) => key);
  const remaining = existing.filter((picture) => !isMarkedForDeletion(picture));
  const remainingCapacity = MAX_IMAGES_PER_PROPERTY - remaining.length;
  const accepted = added.slice(0, Math.max(0, remainingCapacity));

  const byHash = new Map(
    [...remaining, ...accepted].map((picture) => [picture.sourceHash, picture.key]),
  );
  const inOrder = files.flatMap(({ sourceHash }) => byHash.get(sourceHash) ?? []);
  const others = remaining.map(({ key }) => key).filter((key) => !inOrder.includes(key));
  const remainingKeys = remaining.map(({ key }) => key);
  const keys = hasCustomOrder
    ? [...remainingKeys, ...inOrder.filter((key) => !remainingKeys.includes(key))]
    : [...inOrder, ...others];
  const isUnchanged =
    keysToDelete.length === 0 &&
    keys.length === existing.length &&
    keys.every((key, index) => existing[index]?.key === key);
  return isUnchanged ? null : { keysToDelete, added: accepted, keys };
}
