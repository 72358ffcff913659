/** Stores the pictures that data sources have for their listings. */

import { type RawBuilder, sql } from 'kysely';
import { MAX_IMAGES_PER_PROPERTY } from '#shared/limits.ts';
import type { Database } from '../../../database/database.ts';

/** A picture at its source. `modified` is empty if the source has no timestamp. */
export type SourceMedia = {
  propertyId: string;
  key: string;
  url: string;
  host: string;
  position: number;
  modified: string;
};

/**
 * Stores which pictures the given listings have, and marks new and changed ones for download.
 *
 * @returns the IDs of the listings with moved or removed pictures
 */
export async function saveMedia(
  transaction: Database,
  propertyIds: readonly string[],
  media: readonly SourceMedia[],
  now: Date,
): Promise<string[]> {
  const list = sql`json_to_recordset(${JSON.stringify(media)}::json) as g (
    "propertyId" bigint, key text, url text, host text, position integer, modified text)`;
  const removed = await sql<{ id: string }>`
    delete from source_media m where m.property_id = any(${propertyIds}::bigint[])
      and not exists (select from ${list} where g."propertyId" = m.property_id and g.key = m.media_key)
    returning m.property_id as id`.execute(transaction);
  const moved = await sql<{ id: string }>`
    select m.property_id as id from source_media m join ${list}
      on g."propertyId" = m.property_id and g.key = m.media_key
    where m.position <> g.position and m.image_key is not null`.execute(transaction);
  await sql`
    insert into source_media as m
      (property_id, source_id, media_key, url, host, position, modified, is_waiting, next_try_at)
    select p.id, p.source_id, g.key, g.url, g.host, g.position, g.modified, true, ${now}::timestamptz
    from ${list} join properties p on p.id = g."propertyId"
    on conflict (property_id, media_key) do update set url = excluded.url, host = excluded.host,
      position = excluded.position, modified = excluded.modified,
      is_waiting = m.is_waiting or m.modified <> excluded.modified
        or (excluded.modified = '' and m.url <> excluded.url),
      first_tried_at = case when m.modified = excluded.modified then m.first_tried_at end,
      next_try_at = case when m.modified = excluded.modified then m.next_try_at else excluded.next_try_at end
    where (m.url, m.position, m.modified) is distinct from (excluded.url, excluded.position, excluded.modified)`.execute(
    transaction,
  );
  return [...new Set([...removed.rows, ...moved.rows].map(({ id }) => id))];
}

/** A picture claimed for downloading. */
export type ClaimedMedia = {
  propertyId: string;
  key: string;
  url: string;
  modified: string;
  tries: number;
  firstTriedAt: Date | null;
  baseUrl: string;
};

/** The maximum number of concurrent downloads for a source, and from a host. */
const MAX_CONCURRENT = 2;

/**
 * Selects the picture to download next. Sources take turns, and covers come first. The query reads only
 * one row for each source and position because a large MLS has millions of waiting pictures. If the
 * hosts of these pictures are busy, their source waits.
 */
const selectNextMedia = (now: Date): RawBuilder<unknown> => sql`
  with running as materialized (
    select source_id, host from source_media where claimed_until > ${now}
  ), sources as materialized (
    select s.id, s.base_url, (select count(*) from running r where r.source_id = s.id) as running_count
    from data_sources s where s.is_enabled and not s.is_deleted
  )
  select due.*, s.base_url from sources s
  cross join generate_series(0, ${MAX_IMAGES_PER_PROPERTY - 1}::integer) g
  cross join lateral (
    select w.property_id, w.media_key, w.host, w.position, w.next_try_at from source_media w
    where w.is_waiting and w.source_id = s.id and w.position = g and w.next_try_at <= ${now}
      and coalesce(w.claimed_until <= ${now}, true)
    order by w.next_try_at limit 1) due
  where s.running_count < ${MAX_CONCURRENT}
    and (select count(*) from running r where r.host = due.host) < ${MAX_CONCURRENT}
  order by s.running_count, due.position, due.next_try_at limit 1`;

/**
 * Claims the next picture.
 *
 * @returns undefined if there is none; 'locked' if another transaction is claiming one. Does not wait for
 *   that transaction because all background work shares the connections.
 */
export async function claimMedia(
  transaction: Database,
  { now, until }: { now: Date; until: Date },
): Promise<ClaimedMedia | 'locked' | undefined> {
  const lock = await sql<{ isAcquired: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('pictures of data sources', 0)) as "isAcquired"`.execute(
    transaction,
  );
  if (!lock.rows[0]?.isAcquired) return 'locked';
  const { rows } = await sql<ClaimedMedia>`
    with next as (${selectNextMedia(now)})
    update source_media m set claimed_until = ${until}, first_tried_at = coalesce(m.first_tried_at, ${now})
    from next where m.property_id = next.property_id and m.media_key = next.media_key
    returning m.property_id as "propertyId", m.media_key as key, m.url, m.modified, m.tries,
      m.first_tried_at as "firstTriedAt", next.base_url as "baseUrl"`.execute(transaction);
  return rows[0];
}

/** Returns whether any picture can be claimed. */
export async function hasDueMedia(db: Database, now: Date): Promise<boolean> {
  const { rows } = await selectNextMedia(now).execute(db);
  return rows.length > 0;
}

/** Marks a picture as downloaded. @returns false if it has changed since it was claimed */
export async function markDownloaded(
  transaction: Database,
  { propertyId, key, url, modified }: ClaimedMedia,
  imageKey: string,
): Promise<boolean> {
  const { rows } = await sql`
    update source_media set image_key = ${imageKey}, is_waiting = false, claimed_until = null, tries = 0
    where property_id = ${propertyId} and media_key = ${key} and modified = ${modified} and url = ${url}
    returning property_id`.execute(transaction);
  return rows.length > 0;
}

/** Records a failed download. @param nextTryAt the time of the next attempt; null to give up */
export async function recordFailedDownload(
  db: Database,
  { propertyId, key }: ClaimedMedia,
  nextTryAt: Date | null,
): Promise<void> {
  await sql`
    update source_media set tries = tries + 1, claimed_until = null, is_waiting = ${nextTryAt !== null},
      next_try_at = coalesce(${nextTryAt}::timestamptz, next_try_at)
    where property_id = ${propertyId} and media_key = ${key}`.execute(db);
}

/** Finds the keys of a listing's downloaded pictures, in the source's order. */
export async function findDownloadedKeys(db: Database, propertyId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select image_key as key from source_media
    where property_id = ${propertyId} and image_key is not null order by position, media_key`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}
