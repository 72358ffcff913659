/** The keys by which an import finds listings (docs/product/import.md, Export). */

import { type RawBuilder, sql } from 'kysely';

/** The prefix of the keys of synced listings; keys in files cannot begin with it. */
export const SOURCE_KEY_PREFIX = 'source:';

/**
 * The key in exported files of a listing `p` that was created on this site. The ID alone would collide
 * with keys of other sites, whose homes can be imported here, and whose files can be merged with this
 * site's.
 */
const GENERATED_KEY = sql`'doorstep-' || p.id || '-' || left(md5(p.id || ' ' || extract(epoch from p.created_at)), 12)`;

/** The key of a listing `p`: the imported one or, for a listing created on this site, the generated one. */
export const LISTING_KEY = sql<string>`coalesce(p.listing_key, ${GENERATED_KEY})`;

/** Selects whether a listing `p` has one of these keys. An imported copy takes precedence over its original. */
export function hasKey(keys: readonly string[]): RawBuilder<unknown> {
  const hasImportedKey = sql`(p.listing_key = any(${keys}::text[]) and p.listing_key is not null)`;
  const ids = idsOf(keys);
  if (ids.length === 0) return hasImportedKey;
  return sql`(${hasImportedKey} or (
    p.id = any(${ids}::bigint[]) and p.listing_key is null and ${GENERATED_KEY} = any(${keys}::text[])
    and not exists (select from properties copy where copy.listing_key = ${GENERATED_KEY})))`;
}

/** Returns the IDs in generated keys; some of the keys may belong to other sites. */
export const idsOf = (keys: readonly string[]): string[] =>
  keys.flatMap((key) => /^doorstep-(\d{1,18})-[0-9a-f]{12}$/.exec(key)?.[1] ?? []);
