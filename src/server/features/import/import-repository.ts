/** Finds and locks imported listings and their agents, and writes the listings in bulk statements. */

import { type RawBuilder, sql } from 'kysely';
import { columnOf } from '#shared/properties/property-columns.ts';
import {
  BASE_NAMES,
  FACT_NAMES,
  type FieldName,
  PROPERTY_FIELDS,
} from '#shared/properties/property-fields.ts';
import { FEATURE_CODES } from '#shared/property-choices.ts';
import type { Attribution } from '#shared/schemas/properties/property.ts';
import type { Role } from '#shared/schemas/user.ts';
import { actualColumn } from '../../database/actual-column.ts';
import type { Database } from '../../database/database.ts';
import { hasKey, idsOf, LISTING_KEY } from './listing-key-repository.ts';
import type { ImportListing } from './reso/reso-mapping.ts';

/** A listing with its agent. */
export type AgentListing = ImportListing & {
  agentId: string;
  /** Undefined, for files without columns for names, leaves the attribution unchanged. */
  attribution: Attribution | null | undefined;
  /** The listing date of a new listing with an unreadable date; null for the current time. */
  createdAtIfNew: Date | null;
};

/** Makes the transaction announce one import instead of each listing, and add no search words (migrations 0029, 0256). */
export async function announceAsImport(db: Database): Promise<void> {
  await sql`select set_config('doorstep.is_import', 'on', true)`.execute(db);
}

/** An agent with the names that attributions are compared with. */
export type FoundAgent = { id: string; name: string; officeName: string | null };

/** Finds agents by lowercase email address. */
export async function findAgents(
  db: Database,
  emails: readonly string[],
): Promise<Map<string, FoundAgent>> {
  const { rows } = await sql<FoundAgent & { email: string }>`
    select u.id, u.name, o.name as "officeName", lower(u.email) as email
    from users u
    left join office_members om on om.user_id = u.id
    left join offices o on o.id = om.office_id
    where lower(u.email) = any(${emails}::text[]) and u.role = 'agent'`.execute(db);
  return new Map(rows.map(({ email, ...agent }) => [email, agent]));
}

/** Returns the keys of existing listings. */
export async function findKnownKeys(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    select ${LISTING_KEY} as key from properties p where ${hasKey(keys)}`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Hides listings that must not be displayed. @returns the keys of the listings that changed */
export async function hideListings(db: Database, keys: readonly string[], now: Date) {
  const { rows } = await sql<{ key: string }>`
    update properties set is_displayed = false, updated_at = ${now}
    where listing_key = any(${keys}::text[]) and listing_key is not null and is_displayed
    returning listing_key as key`.execute(db);
  return rows.map(({ key }) => key);
}

/**
 * Locks accounts and the current agents of listings until the transaction ends.
 *
 * @returns the roles of the existing accounts by ID
 */
export async function lockAgents(
  transaction: Database,
  ids: readonly string[],
  keys: readonly string[],
): Promise<Map<string, Role>> {
  const { rows } = await sql<{ id: string; role: Role }>`
    select id, role from users where id in (
      select unnest(${ids}::bigint[])
      union
      select agent_id from properties p where ${hasKey(keys)})
    order by id for key share`.execute(transaction);
  return new Map(rows.map(({ id, role }) => [id, role]));
}

/** An existing listing with its key, agent, and data source. */
type ExistingListing = { id: string; key: string; agentId: string; sourceId: string | null };

/**
 * Finds existing listings by key. Until the transaction ends, locks only those that the import can
 * change, so that an agent's import does not delay changes to other agents' listings. The locks do not
 * prevent users from saving the homes. To avoid deadlocks, callers lock accounts first, and listings
 * are locked in ID order, as elsewhere. Stores the generated keys of locked listings so that the import
 * can change these listings by key.
 *
 * @param importer.agentId the agent who imports; undefined if listings of all agents can change
 * @param importer.sourceId the data source; null for a file
 */
export async function lockListings(
  db: Database,
  keys: readonly string[],
  { agentId, sourceId }: { agentId: string | undefined; sourceId: string | null },
): Promise<Map<string, Omit<ExistingListing, 'key'>>> {
  const select = sql`
    select id, ${LISTING_KEY} as key, agent_id as "agentId", source_id as "sourceId" from properties p
    where ${hasKey(keys)}`;
  const { rows: locked } = await sql<ExistingListing>`
    ${select} and source_id is not distinct from ${sourceId}
      and (${agentId ?? null}::bigint is null or agent_id = ${agentId ?? null})
    order by id for no key update`.execute(db);
  const lockedIds = locked.map(({ id }) => id);
  const { rows: others } = await sql<ExistingListing>`
    ${select} and id <> all(${lockedIds}::bigint[])`.execute(db);
  if (idsOf(keys).length > 0)
    await sql`
      update properties p set listing_key = ${LISTING_KEY}
      where p.id = any(${lockedIds}::bigint[]) and p.listing_key is null`.execute(db);
  return new Map([...locked, ...others].map(({ key, ...listing }) => [key, listing]));
}

const SQL_TYPES = {
  text: 'text',
  choice: 'text',
  url: 'text',
  integer: 'integer',
  year: 'integer',
  decimal: 'double precision',
  money: 'numeric',
  day: 'date',
  codes: 'text[]',
} as const;
const sqlTypeOf = (name: FieldName) => sql.raw(SQL_TYPES[PROPERTY_FIELDS[name].kind]);

const SINGLE_FACTS = FACT_NAMES.filter((name) => name !== 'features');

/** Columns that every row sets. */
const COLUMNS = ['agent_id', ...BASE_NAMES.map((name) => columnOf(name))];
const FACT_COLUMNS = [...SINGLE_FACTS.map((name) => columnOf(name)), 'features'];
const STATE_COLUMNS = ['is_off_market', 'is_available', 'is_under_contract', 'is_source_available'];
const SOURCE_COLUMNS = ['attribution', 'is_displayed', 'is_address_displayed', 'expires_on'];
const ALL_COLUMNS = sql.raw(
  [...COLUMNS, ...STATE_COLUMNS, ...FACT_COLUMNS, ...SOURCE_COLUMNS].join(', '),
);

/** Selects the values that the import compares with the file, including withheld ones. */
const existingValues = (names: readonly string[]) =>
  commaSeparated(names.map((name) => actualColumn(name, 'p')));

/**
 * Builds the state columns. Listings that are unpublished (docs/product/publishing.md, States) or
 * hidden manually are never available (docs/product/data-sources.md, Listings of a source).
 */
const stateValues = (
  { isShown, isHidden }: { isShown: RawBuilder<unknown>; isHidden: RawBuilder<unknown> },
  before: {
    isUnderContract: RawBuilder<unknown>;
    sourceId: RawBuilder<unknown>;
  },
) => sql`
  r.is_off_market or ${isHidden},
  r.is_available and ${isShown} and not ${isHidden},
  coalesce(r.is_under_contract, ${before.isUnderContract}) and r.is_available and ${isShown} and not ${isHidden},
  case when ${before.sourceId} is not null then r.is_available end`;
const EXISTING_STATE = stateValues(
  { isShown: sql`p.publish_state = 'published'`, isHidden: sql`p.is_hidden_by_hand` },
  { isUnderContract: sql`p.is_under_contract`, sourceId: sql`p.source_id` },
);

/** Keeps the current title if the new one is only a withheld street address. */
const UPDATED_VALUES = COLUMNS.map((name) =>
  name === 'title'
    ? sql`case when r.title = r.address and not coalesce(r.is_address_displayed, p.is_address_displayed)
        then p.title else r.title end`
    : sql.ref(`r.${name}`),
);

/** Builds the attribution, display, and expiration columns; absent values keep the existing ones. */
const sourceValues = (existing: 'p' | null) =>
  existing === null
    ? sql`r.attribution, coalesce(r.is_displayed, true), coalesce(r.is_address_displayed, true), r.expires_on`
    : sql`case when r.is_attributed then r.attribution else p.attribution end,
        coalesce(r.is_displayed, p.is_displayed), coalesce(r.is_address_displayed, p.is_address_displayed),
        coalesce(r.expires_on, p.expires_on)`;

const commaSeparated = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql`, `);
const refs = (alias: string, names: readonly string[]) =>
  commaSeparated(names.map((name) => sql.ref(`${alias}.${name}`)));

/** Builds the fact columns; absent values keep the existing ones. */
const factValues = (existing: 'p' | null) =>
  commaSeparated([
    ...SINGLE_FACTS.map((name) => {
      const imported = sql`(r.facts ->> ${sql.lit(name)})::${sqlTypeOf(name)}`;
      const column = columnOf(name);
      return existing === null
        ? imported
        : sql`case when jsonb_exists(r.facts, ${sql.lit(name)}) then ${imported} else ${sql.ref(`p.${column}`)} end`;
    }),
    sql`case when r.covered_features = '[]'::jsonb then ${existing === null ? sql`'{}'::text[]` : sql`p.features`} else array(
      select code from unnest(${FEATURE_CODES}::text[]) with ordinality as known (code, position)
      where r.present_features ? code
        ${existing === null ? sql`` : sql`or (code = any(p.features) and not r.covered_features ? code)`}
      order by position
    ) end`,
  ]);

function toRecordset(listings: readonly AgentListing[]) {
  const records = listings.map((listing) => ({
    ...Object.fromEntries(BASE_NAMES.map((name) => [columnOf(name), listing[name]])),
    listing_key: listing.listingKey,
    agent_id: listing.agentId,
    is_available: listing.isAvailable,
    created_at: listing.createdAt,
    created_at_if_new: listing.createdAtIfNew,
    is_under_contract: listing.isUnderContract,
    is_off_market: listing.history.isOffMarket,
    original_price: listing.history.originalPrice,
    previous_price: listing.history.priceChange?.previousPrice ?? null,
    price_changed_at: listing.history.priceChange?.at ?? null,
    attribution: listing.attribution ?? null,
    is_attributed: listing.attribution !== undefined,
    is_displayed: listing.source.isDisplayed ?? null,
    is_address_displayed: listing.source.isAddressDisplayed ?? null,
    expires_on: listing.source.expiresOn,
    facts: listing.facts.facts,
    present_features: listing.facts.features.present,
    covered_features: listing.facts.features.covered,
  }));
  const columns = commaSeparated(
    BASE_NAMES.map((name) => sql`${sql.ref(columnOf(name))} ${sqlTypeOf(name)}`),
  );
  return sql`json_to_recordset(${JSON.stringify(records)}::json) as r (
    listing_key text, agent_id bigint, ${columns}, is_available boolean, is_under_contract boolean, created_at timestamptz,
    created_at_if_new timestamptz, is_off_market boolean,
    original_price numeric, previous_price numeric, price_changed_at timestamptz,
    attribution jsonb, is_attributed boolean, is_displayed boolean, is_address_displayed boolean, expires_on date,
    facts jsonb, present_features jsonb, covered_features jsonb
  )`;
}

/** Builds a row's listing date. */
const listedAt = (now: Date) =>
  sql`coalesce(r.created_at, r.created_at_if_new, ${now}::timestamptz)`;

/** Selects a value for a new listing if its price changed after its listing date; null otherwise. */
const ifPriceChanged = (value: RawBuilder<unknown>, now: Date) =>
  sql`case when r.previous_price <> r.price and r.price_changed_at > ${listedAt(now)} then ${value} end`;

/** The time of the last entry in the public history of listing `p`. */
const lastEntryAt = sql`greatest(coalesce(r.created_at, p.created_at), (
  select max(h.changed_at) from property_history h
  where h.property_id = p.id and (h.change in ('price', 'status', 'availability')
    or (h.change = 'created' and h.new_value ->> 'isAvailable' = 'false'))))`;

/**
 * The file's time of a price change if it is later than the last history entry. Otherwise, a trigger
 * sets the time of the import.
 */
const priceChangedAt = sql`case when p.price <> r.price and p.status = r.status
  then case when r.price_changed_at > ${lastEntryAt} then r.price_changed_at else p.price_changed_at end
  else p.price_changed_at end`;

/**
 * Inserts new listings. Skips keys that another transaction inserted.
 *
 * @param options.needsReview whether an admin must review the listings before they are published
 * @param options.sourceId the data source of the listings, or null
 * @returns the IDs of the inserted listings by key
 */
export async function insertListings(
  db: Database,
  listings: readonly AgentListing[],
  now: Date,
  { needsReview, sourceId }: { needsReview: boolean; sourceId: string | null },
): Promise<Map<string, string>> {
  const source = sql`${sourceId}::bigint`;
  const state = stateValues(
    { isShown: sql`${!needsReview}::boolean`, isHidden: sql`false` },
    { isUnderContract: sql`false`, sourceId: source },
  );
  if (listings.length === 0) return new Map();
  const { rows } = await sql<{ id: string; key: string }>`
    insert into properties (listing_key, ${ALL_COLUMNS}, original_price,
      previous_price, price_changed_at, created_at, updated_at, publish_state, submitted_at, source_id)
    select r.listing_key, ${refs('r', COLUMNS)}, ${state}, ${factValues(null)}, ${sourceValues(null)}, r.original_price,
      ${ifPriceChanged(sql`r.previous_price`, now)}, ${ifPriceChanged(sql`r.price_changed_at`, now)}, ${listedAt(now)}, ${now},
      ${needsReview ? 'in_review' : 'published'}, ${needsReview ? now : null}::timestamptz, ${source}
    from ${toRecordset(listings)}
    on conflict (listing_key) where listing_key is not null do nothing
    returning id, listing_key as key`.execute(db);
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** The listing date of an existing listing. A date without a time does not replace a known time on the same day. */
const EXISTING_CREATED_AT = sql`case
  when r.created_at = date_trunc('day', p.created_at, 'UTC') then p.created_at
  else coalesce(r.created_at, p.created_at) end`;

/**
 * Updates only listings that differ from their rows so that unchanged listings add nothing to the
 * history.
 *
 * @param actor who imports; undefined for sources and the command line. Agents' changes undo approvals.
 * @returns the keys of the changed listings
 */
export async function updateListings(
  db: Database,
  listings: readonly AgentListing[],
  now: Date,
  actor: { role: Role } | undefined,
): Promise<Set<string>> {
  if (listings.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    update properties p
    set (${ALL_COLUMNS}, original_price,
        previous_price, price_changed_at, created_at, updated_at, is_approved)
      = (${commaSeparated(UPDATED_VALUES)}, ${EXISTING_STATE}, ${factValues('p')}, ${sourceValues('p')}, coalesce(r.original_price, p.original_price),
        case when p.price <> r.price then p.price else p.previous_price end, ${priceChangedAt}, ${EXISTING_CREATED_AT}, ${now}, p.is_approved and ${actor?.role !== 'agent'})
    from ${toRecordset(listings)}
    where p.listing_key = r.listing_key and p.listing_key is not null
      and (${existingValues([...COLUMNS, ...STATE_COLUMNS, ...FACT_COLUMNS, ...SOURCE_COLUMNS])}, p.original_price, p.created_at)
        is distinct from (${commaSeparated(UPDATED_VALUES)}, ${EXISTING_STATE}, ${factValues('p')}, ${sourceValues('p')}, coalesce(r.original_price, p.original_price), ${EXISTING_CREATED_AT})
    returning p.listing_key as key`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/**
 * Deletes listings by key.
 *
 * @returns the deleted listings and the keys of their pictures
 */
export async function deleteListings(
  db: Database,
  keys: readonly string[],
): Promise<{ listings: { id: string; title: string }[]; imageKeys: string[] }> {
  if (keys.length === 0) return { listings: [], imageKeys: [] };
  const images = await sql<{ key: string }>`
    select distinct i.key from property_images i join properties p on p.id = i.property_id
    where p.listing_key = any(${keys}::text[]) and p.listing_key is not null`.execute(db);
  const deleted = await sql<{ id: string; title: string }>`
    delete from properties where listing_key = any(${keys}::text[]) and listing_key is not null
    returning id, title`.execute(db);
  return {
    listings: deleted.rows,
    imageKeys: images.rows.map(({ key }) => key),
  };
}
