/** Reads and writes listings for the dashboard. The public search is in search/. */

import { type Insertable, type RawBuilder, sql } from 'kysely';
import { MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import { PICTURE_KINDS } from '#shared/property-choices.ts';
import { type ColumnOf, columnOf } from '#shared/properties/property-columns.ts';
import { toMlsNumber } from '#shared/properties/mls-number.ts';
import { FIELD_NAMES, type FieldName } from '#shared/properties/property-fields.ts';
import type { DraftFields, PropertyFields } from '#shared/schemas/properties/property.ts';
import type { MyListingSort } from '#shared/list-sorts.ts';
import type { AllPropertiesQuery } from '#shared/schemas/properties/property-filter.ts';
import { findOfficeId, lockOwned, isInOffice } from '../../../database/agent-office.ts';
import type { Database } from '../../../database/database.ts';
import type { PropertiesTable } from '../../../database/tables.ts';
import type { Slice } from '../../../http/endpoints/paging.ts';
import type { RawJson } from '../../../http/endpoints/raw-json.ts';
import type { StoredImage } from '../../../storage/image-service.ts';
import { SAVES_OF, viewsOf } from '../listed-figures-repository.ts';
import { readPropertyList } from '../property-serializer.ts';
import { hasMlsNumber, toPrefixQuery } from '../search/word-search.ts';
import type { PictureArrangement } from './picture-arrangement.ts';
import type { PublicationColumns } from './publication-repository.ts';

/** A listing's agent and the agent's office. */
export type Owner = { agentId: string; officeId: string | null; isPublished: boolean };

/** Returns a listing's owner; undefined if the listing does not exist. */
export async function findOwner(db: Database, id: string): Promise<Owner | undefined> {
  const owner = await findAgent(db, id, { lock: false });
  return owner && { ...owner, officeId: await findOfficeId(db, owner.agentId) };
}

/** Locks a listing and its agent's membership until the transaction ends. @param check see `lockOwned` */
export const lockOwner = (
  transaction: Database,
  id: string,
  check: (owner: Owner | undefined) => Owner,
): Promise<Owner> =>
  lockOwned(transaction, (options) => findAgent(transaction, id, options), check);

async function findAgent(db: Database, id: string, { lock }: { lock: boolean }) {
  const query = db
    .selectFrom('properties')
    .select(['agent_id as agentId', sql<boolean>`publish_state = 'published'`.as('isPublished')])
    .where('id', '=', id);
  return (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
}

/** A page of a dashboard list with the total count. */
export type ManagedPage = { properties: RawJson; total: number };

/** Every sort order uses the ID as the tiebreaker so that pages never overlap. */
const ORDER: Record<MyListingSort, (now: Date) => RawBuilder<unknown>> = {
  createdAt_desc: () => sql`p.created_at desc, p.id desc`,
  createdAt_asc: () => sql`p.created_at, p.id`,
  price_asc: () => sql`p.price, p.id`,
  price_desc: () => sql`p.price desc, p.id desc`,
  views_asc: (now) => sql`${viewsOf(now)}, p.id`,
  views_desc: (now) => sql`${viewsOf(now)} desc, p.id desc`,
  saves_asc: () => sql`${SAVES_OF}, p.id`,
  saves_desc: () => sql`${SAVES_OF} desc, p.id desc`,
};

async function findManagedPage(
  db: Database,
  conditions: RawBuilder<unknown>,
  sort: MyListingSort,
  { offset, limit }: Slice,
  { isSearch, source, now }: { isSearch: boolean; source: 'managed' | 'own'; now: Date },
): Promise<ManagedPage> {
  const page = async (from: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: string }>`
      ${from} order by ${ORDER[sort](now)} limit ${limit} offset ${offset}`.execute(db);
    return readPropertyList(
      db,
      rows.map(({ id }) => id),
      source,
      now,
    );
  };
  const scanQuery = sql`select p.id from properties p where ${conditions}`;
  if (!isSearch) {
    // Runs the queries one after the other so that a request does not use all database connections.
    const properties = await page(scanQuery);
    return { properties, total: await countWhere(db, conditions) };
  }
  // If a search has few matches, scanning the sort index would read all of it, which takes half a
  // second with 100,000 listings. Few matches are therefore collected first and then sorted. With
  // many matches, the scan fills a page early.
  const total = await countWhere(db, conditions);
  const collectQuery = sql`
    with found as materialized (
      select p.id, p.created_at, p.price from properties p where ${conditions}
    )
    select p.id from found p`;
  const properties = await page(total <= MAX_REACHABLE_ENTRIES ? collectQuery : scanQuery);
  return { properties, total };
}

async function countWhere(db: Database, conditions: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from properties p where ${conditions}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The search words of a listing `p` with a withheld address, including those of the address (migration 0273). */
const WITHHELD_WORDS = sql`
  p.search || to_tsvector('simple', fold_text(p.private_address || ' ' || coalesce(p.private_zip_code, '')))`;

/** Matches listings `p` by search words, including withheld ones, or an MLS number. */
function hasTypedWords(text: string): RawBuilder<unknown> {
  const words = toPrefixQuery(text);
  const parts = [
    sql`p.search @@ ${words}`,
    sql`(p.private_address is not null and (${WITHHELD_WORDS}) @@ ${words})`,
    // A draft without a description is found by its title.
    sql`(p.search is null and to_tsvector('simple', fold_text(p.title)) @@ ${words})`,
  ];
  const mlsNumber = toMlsNumber(text);
  if (mlsNumber !== null) parts.push(hasMlsNumber(mlsNumber));
  return sql`(${sql.join(parts, sql` or `)})`;
}

type ManagedQuery = Omit<AllPropertiesQuery, 'sort'> & { sort: MyListingSort; officeId?: string };

/**
 * Returns a page of listings in any state, of all agents, one agent, or one office. The source
 * `own` adds figures.
 */
export async function findAllProperties(
  db: Database,
  { status, availability, publishState, searchTerm, agentId, officeId, sort }: ManagedQuery,
  slice: Slice,
  now: Date,
  source: 'managed' | 'own' = 'managed',
): Promise<ManagedPage> {
  const parts = [
    sql`true`,
    ...(status === undefined ? [] : [sql`p.status = ${status}`]),
    // Unpublished listings are neither available nor sold or rented.
    ...(availability === undefined
      ? []
      : [sql`p.is_available = ${availability === 'true'}`, sql`p.publish_state = 'published'`]),
    ...(publishState === undefined ? [] : [sql`p.publish_state = ${publishState}`]),
    ...(searchTerm === undefined ? [] : [hasTypedWords(searchTerm)]),
    ...(agentId === undefined ? [] : [sql`p.agent_id = ${agentId}`]),
    ...(officeId === undefined ? [] : [isInOffice(sql`p.agent_id`, officeId)]),
  ];
  const isSearch = searchTerm !== undefined;
  return findManagedPage(db, sql.join(parts, sql` and `), sort, slice, { isSearch, source, now });
}

/** A form's fields and the publication columns that it sets. */
type ListingChange = { fields: PropertyFields | DraftFields; columns: PublicationColumns };

type FieldColumns = Pick<Insertable<PropertiesTable>, ColumnOf<FieldName>>;

/** Maps the given fields to their columns. Omits absent fields. */
function toColumns(fields: PropertyFields | DraftFields): FieldColumns {
  const entries = FIELD_NAMES.flatMap((name) =>
    fields[name] === undefined ? [] : [[columnOf(name), fields[name]]],
  );
  return Object.fromEntries(entries) as FieldColumns;
}

/** Inserts a listing. @returns its ID */
export async function insertProperty(
  db: Database,
  agentId: string,
  { fields, columns }: ListingChange,
  now: Date,
): Promise<string> {
  const times = { created_at: now, updated_at: now };
  const row = await db
    .insertInto('properties')
    .values({ ...toColumns(fields), ...columns, ...times, agent_id: agentId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Updates the given fields of a listing. */
export async function updateProperty(
  db: Database,
  id: string,
  { fields, columns }: ListingChange,
  now: Date,
): Promise<void> {
  await db
    .updateTable('properties')
    .set({ ...toColumns(fields), ...columns, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Returns whether an existing listing is available. */
export async function findAvailability(db: Database, id: string): Promise<boolean> {
  const { is_available } = await db
    .selectFrom('properties')
    .select('is_available')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return is_available;
}

/** Toggles a listing between available and sold or rented. */
export async function toggleAvailability(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('properties')
    .set({ is_available: sql`not is_available`, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/**
 * Marks a listing as available, or as sold or rented, unless it already is. A listing that is off the
 * market can be marked as sold or rented.
 */
export async function setAvailability(
  db: Database,
  id: string,
  isAvailable: boolean,
  now: Date,
): Promise<void> {
  await db
    .updateTable('properties')
    .set({ is_available: isAvailable, is_off_market: false, updated_at: now })
    .where('id', '=', id)
    .where(({ eb, or }) =>
      isAvailable
        ? eb('is_available', '=', false)
        : or([eb('is_available', '=', true), eb('is_off_market', '=', true)]),
    )
    .execute();
}

/** Deletes a listing and the rows of its pictures. @returns its title */
export async function deleteProperty(db: Database, id: string): Promise<string> {
  const { title } = await db
    .deleteFrom('properties')
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirstOrThrow();
  return title;
}

/** Returns the keys of a listing's pictures in order. */
export async function findImageKeys(db: Database, propertyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('property_images')
    .select('key')
    .where('property_id', '=', propertyId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.key);
}

/** Appends pictures to a listing in the given order. */
export async function appendImages(
  db: Database,
  propertyId: string,
  images: readonly StoredImage[],
): Promise<void> {
  if (images.length === 0) return;
  const last = await db
    .selectFrom('property_images')
    .select((column) => column.fn.max('position').as('position'))
    .where('property_id', '=', propertyId)
    .executeTakeFirst();
  const firstPosition = (last?.position ?? -1) + 1;
  await db
    .insertInto('property_images')
    .values(
      images.map((image, index) => ({
        ...image,
        property_id: propertyId,
        position: firstPosition + index,
      })),
    )
    .execute();
}

/** Removes pictures from a listing. */
export async function deleteImages(
  db: Database,
  propertyId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await db
    .deleteFrom('property_images')
    .where('property_id', '=', propertyId)
    .where('key', 'in', keys)
    .execute();
}

/**
 * Sets the order, alternative texts, and kinds of a listing's pictures. Later imports keep the
 * order.
 */
export async function arrangeImages(
  db: Database,
  propertyId: string,
  { order, texts, kinds }: PictureArrangement,
): Promise<void> {
  if (order !== null) {
    await sql`
      update property_images i set position = sorted.position - 1
      from unnest(${order}::text[]) with ordinality as sorted (key, position)
      where i.property_id = ${propertyId} and i.key = sorted.key and i.position <> sorted.position - 1`.execute(
      db,
    );
    await db
      .updateTable('properties')
      .set({ has_own_picture_order: true })
      .where('id', '=', propertyId)
      .execute();
  }
  if (texts.size > 0) {
    await sql`
      update property_images i set text = change.text
      from unnest(${[...texts.keys()]}::text[], ${[...texts.values()]}::text[]) as change (key, text)
      where i.property_id = ${propertyId} and i.key = change.key and i.text is distinct from change.text`.execute(
      db,
    );
  }
  for (const kind of PICTURE_KINDS) {
    const keys = [...kinds].flatMap(([key, newKind]) => (newKind === kind ? [key] : []));
    if (keys.length === 0) continue;
    await db
      .updateTable('property_images')
      .set({ is_floor_plan: kind === 'floor_plan' })
      .where('property_id', '=', propertyId)
      .where('key', 'in', keys)
      .execute();
  }
}
