/** Reads and downloads the pictures of synced listings (docs/product/data-sources.md, Pictures). */

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_IMAGE_BYTES, MAX_IMAGES_PER_PROPERTY } from '#shared/limits.ts';
import { type Database, inTransaction } from '../../../database/database.ts';
import { AppError } from '../../../errors/app-error.ts';
import { OutboundError } from '../../../http/outbound/outbound-error.ts';
import { sendOutbound } from '../../../http/outbound/outbound-request.ts';
import type { JobContext } from '../../../jobs/job-handler.ts';
import { hasFreeDisk } from '../../../storage/free-disk.ts';
import {
  removeAfterFailure,
  removeUnusedImages,
  storeImages,
  type StoredImage,
} from '../../../storage/image-service.ts';
import {
  arrangePictures,
  findPictures,
  lockListing,
} from '../pictures/import-pictures-repository.ts';
import type { ResoRecord } from '../reso/reso-record.ts';
import { reachOf } from './source-client.ts';
import {
  claimMedia,
  type ClaimedMedia,
  findDownloadedKeys,
  recordFailedDownload,
  markDownloaded,
  type SourceMedia,
} from './source-media-repository.ts';

const MINUTE_MS = 60_000;
/**
 * The timeout per picture. Claims last longer to prevent concurrent downloads of the same picture.
 */
const TIMEOUT_MS = MINUTE_MS;
const CLAIM_MS = 5 * MINUTE_MS;
/** The delay before retrying a claim while another job is claiming a picture. */
const CLAIM_RETRY_DELAY_MS = 50;
const MAX_KEY_LENGTH = 200;
const MIN_RETRY_DELAY_MS = 5 * MINUTE_MS;
const MAX_RETRY_DELAY_MS = 6 * 60 * MINUTE_MS;
/** Failed downloads are retried for this period. */
const RETRY_PERIOD_MS = 3 * 24 * 60 * MINUTE_MS;

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** The fields that `readSourceMedia` reads. */
const MEDIA_FIELDS = [
  'MediaKey',
  'MediaURL',
  'MediaCategory',
  'Order',
  'MediaModificationTimestamp',
  'ModificationTimestamp',
];
/** Longer values are ignored; no real URL or key is this long. */
const MAX_VALUE_LENGTH = 4_000;

/** Returns only the required fields of a picture, because the pictures of many rows are in memory at a time. */
export const pickMediaFields = (picture: ResoRecord): ResoRecord =>
  Object.fromEntries(
    MEDIA_FIELDS.flatMap((field) => {
      const value = picture[field];
      const isShort = typeof value === 'string' && value.length <= MAX_VALUE_LENGTH;
      return isShort || typeof value === 'number' ? [[field, value]] : [];
    }),
  );

/**
 * Reads the pictures in a row's `Media` field, in order, up to the limit of a listing. Returns
 * undefined if the field is not a list.
 */
export function readSourceMedia(value: unknown): Omit<SourceMedia, 'propertyId'>[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.flatMap((item: unknown, index) => {
    if (typeof item !== 'object' || item === null) return [];
    const row = item as Record<string, unknown>;
    const url = URL.parse(textOf(row['MediaURL']));
    const isPicture = /photo|image|floor ?plan|^$/i.test(textOf(row['MediaCategory']));
    if (url === null || !/^https?:$/.test(url.protocol) || !isPicture) return [];
    const name = textOf(row['MediaKey']) || url.href;
    const key =
      name.length <= MAX_KEY_LENGTH ? name : createHash('sha256').update(name).digest('hex');
    const order = Number(row['Order'] ?? index);
    const modified = textOf(row['MediaModificationTimestamp'] ?? row['ModificationTimestamp']);
    return [{ key, url: url.href, host: url.host, order, modified }];
  });
  return [...new Map(items.map((item) => [item.key, item])).values()]
    .toSorted((a, b) => a.order - b.order)
    .slice(0, MAX_IMAGES_PER_PROPERTY)
    .map(({ key, url, host, modified }, position) => ({ key, url, host, modified, position }));
}

/**
 * Arranges a locked listing's pictures in the source's order. Removes pictures that the source no
 * longer has.
 */
export async function arrangeMedia(
  transaction: Database,
  propertyId: string,
  { added, now }: { added: readonly StoredImage[]; now: Date },
): Promise<void> {
  const present = (await findPictures(transaction, propertyId)).map(({ key }) => key);
  const existing = new Set([...present, ...added.map(({ key }) => key)]);
  const keys = (await findDownloadedKeys(transaction, propertyId)).filter((key) =>
    existing.has(key),
  );
  if (keys.length === present.length && keys.every((key, index) => present[index] === key)) return;
  const keysToKeep = new Set(keys);
  await arrangePictures(transaction, propertyId, {
    keysToDelete: present.filter((key) => !keysToKeep.has(key)),
    added: added.map((image) => ({ ...image, sourceHash: `media:${image.key}` })),
    keys,
    now,
  });
}

/** Downloads pictures one at a time until none are due, or the disk is almost full. */
export async function downloadMedia(context: JobContext): Promise<void> {
  const { db, now: start, importFolder, log, shutdownSignal } = context;
  const startedAt = performance.now();
  const now = () => new Date(start.getTime() + performance.now() - startedAt);
  for (;;) {
    shutdownSignal.throwIfAborted();
    if (!(await hasFreeDisk(importFolder, context.freeDiskBytes))) {
      log.warn('Pictures are not downloaded while less than 1 GB of disk space is free');
      return;
    }
    const time = now();
    const until = new Date(time.getTime() + CLAIM_MS);
    const media = await inTransaction(db, null, (transaction) =>
      claimMedia(transaction, { now: time, until }),
    );
    if (media === 'locked') {
      await sleep(CLAIM_RETRY_DELAY_MS, undefined, { signal: shutdownSignal });
      continue;
    }
    if (media === undefined) return;
    await downloadPicture(context, media, now);
  }
}

async function downloadPicture(
  { db, images, shutdownSignal }: JobContext,
  media: ClaimedMedia,
  now: () => Date,
): Promise<void> {
  const { propertyId } = media;
  const image = await fetchPicture(media, images, shutdownSignal);
  if (image === null) {
    const time = now();
    const firstTriedAt = media.firstTriedAt ?? time;
    const delayMs = Math.min(
      MAX_RETRY_DELAY_MS,
      MIN_RETRY_DELAY_MS * 2 ** Math.min(media.tries, 10),
    );
    const shouldGiveUp = time.getTime() + delayMs > firstTriedAt.getTime() + RETRY_PERIOD_MS;
    await recordFailedDownload(db, media, shouldGiveUp ? null : new Date(time.getTime() + delayMs));
    return;
  }
  const before = (await findPictures(db, propertyId)).map(({ key }) => key);
  try {
    await inTransaction(db, null, async (transaction) => {
      if ((await lockListing(transaction, propertyId)) === undefined) return;
      if (!(await markDownloaded(transaction, media, image.key))) return;
      await arrangeMedia(transaction, propertyId, { added: [image], now: now() });
    });
  } catch (error) {
    await removeAfterFailure(db, images, [image.key], error);
    throw error;
  }
  // If this fails, the periodic sweep removes the unused pictures.
  await removeUnusedImages(db, images, [...before, image.key]).catch(() => undefined);
}

/** Downloads and stores a picture. Returns null if the download fails or is not a picture. */
async function fetchPicture(
  { url, baseUrl, key }: ClaimedMedia,
  images: JobContext['images'],
  signal: AbortSignal,
): Promise<StoredImage | null> {
  try {
    const { status, body } = await sendOutbound({
      url,
      reach: reachOf(baseUrl),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_IMAGE_BYTES,
      maxRedirects: 3,
      signal,
    });
    if (status !== 200) return null;
    const [image] = await storeImages(images, [{ source: body, name: key }]);
    return image ?? null;
  } catch (error) {
    if (error instanceof OutboundError || error instanceof AppError) return null;
    throw error;
  }
}
