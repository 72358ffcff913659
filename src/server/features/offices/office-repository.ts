/** Reads and writes offices. */

import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import { violatedConstraint, type Database } from '../../database/database.ts';
import type { OfficesTable } from '../../database/table-types/offices.ts';
import { nameContains } from '../../database/text-patterns.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Slice } from '../../http/endpoints/paging.ts';

/** An office with the numbers of its agents and of their available listings. */
export type OfficeRow = {
  id: string;
  slug: string;
  name: string;
  logo_key: string | null;
  phone: string | null;
  email: string | null;
  street: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  about: string | null;
  agent_count: number;
  property_count: number;
};

/** Selects offices with counts that are computed only for the selected rows. */
const selectOffices = (whereAndLimit: RawBuilder<unknown>) => sql<OfficeRow>`
  select page.*, (
    select count(*)::int from office_members m where m.office_id = page.id
  ) as agent_count, coalesce((
    select sum(t.listing_count)::int from office_members m
    join property_totals t on t.agent_id = m.user_id
    where m.office_id = page.id and t.is_available
  ), 0) as property_count
  from (
    select id, slug, name, logo_key, phone, email, street, city, state, zip_code, about
    from offices where ${whereAndLimit}
  ) page
  order by lower(name), id`;

/**
 * Returns one page of offices, sorted by name.
 *
 * @param searchTerm part of a name or a city, ignoring case and accents
 */
export async function findOffices(
  db: Database,
  searchTerm: string | undefined,
  { offset, limit }: Slice,
): Promise<{ rows: OfficeRow[]; total: number }> {
  const condition =
    searchTerm === undefined
      ? sql`true`
      : nameContains(sql`concat_ws(' ', name, city)`, searchTerm);
  const page = await selectOffices(
    sql`${condition} order by lower(name), id limit ${limit} offset ${offset}`,
  ).execute(db);
  const count = await sql<{
    count: number;
  }>`select count(*)::int as count from offices where ${condition}`.execute(db);
  return { rows: page.rows, total: count.rows[0]?.count ?? 0 };
}

/** Returns an office by its slug or its ID; undefined if there is none. */
export async function findOffice(
  db: Database,
  key: { slug: string } | { id: string },
): Promise<OfficeRow | undefined> {
  const condition = 'slug' in key ? sql`slug = ${key.slug}` : sql`id = ${key.id}`;
  const { rows } = await selectOffices(condition).execute(db);
  return rows[0];
}

/** Locks an office until the transaction ends. @returns whether it exists */
export async function lockOffice(transaction: Database, id: string): Promise<boolean> {
  const office = await transaction
    .selectFrom('offices')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return office !== undefined;
}

/** Inserts an office. @returns its ID @throws AppError CONFLICT if the slug is taken */
export async function insertOffice(
  transaction: Database,
  values: Insertable<OfficesTable>,
): Promise<string> {
  return withNameTakenError(async () => {
    const { id } = await transaction
      .insertInto('offices')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Updates an office. @throws AppError CONFLICT if the slug is taken */
export async function updateOffice(
  transaction: Database,
  id: string,
  values: Updateable<OfficesTable>,
): Promise<void> {
  await withNameTakenError(() =>
    transaction.updateTable('offices').set(values).where('id', '=', id).execute(),
  );
}

/** Deletes an office and its memberships. */
export async function deleteOffice(transaction: Database, id: string): Promise<void> {
  await transaction.deleteFrom('office_members').where('office_id', '=', id).execute();
  await transaction.deleteFrom('offices').where('id', '=', id).execute();
}

async function withNameTakenError<T>(statement: () => Promise<T>): Promise<T> {
  try {
    return await statement();
  } catch (error) {
    if (violatedConstraint(error) === 'offices_slug_key')
      throw new AppError('CONFLICT', 'An office with this or a very similar name already exists.');
    throw error;
  }
}
