import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { ContactMessagesTable, PropertiesTable, UsersTable } from '../../database/tables.ts';
import type { DemoChange } from './demo-history.ts';
import type { DemoPicture } from './demo-pictures.ts';

/**
 * A composed demo home. Contains its initial row, with the agent's email address instead of the
 * identifier, its later changes, oldest first, and its pictures.
 */
export type DemoListing = {
  row: Omit<Insertable<PropertiesTable>, 'agent_id' | 'address'> & { address: string };
  changes: readonly DemoChange[];
  agentEmail: string;
  pictures: readonly DemoPicture[];
};

/** Prevents other transactions from inserting or removing demo data until this one ends. */
export async function lockDemoData(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('doorstep.demo'))`.execute(transaction);
}

/** Returns whether no accounts exist yet. */
export async function hasNoUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Returns whether any demo account exists. */
export async function hasDemoUsers(db: Database): Promise<boolean> {
  const query = db.selectFrom('users').select('id').where('is_demo', '=', true).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Inserts people, homes with their pictures and changes, and messages. Call it in a transaction. */
export async function insertDemoData(
  db: Database,
  data: {
    people: readonly Insertable<UsersTable>[];
    homes: readonly DemoListing[];
    placeholders: ReadonlyMap<string, string>;
    messages: readonly Insertable<ContactMessagesTable>[];
  },
): Promise<void> {
  const users = await db
    .insertInto('users')
    .values([...data.people])
    .returning(['id', 'email'])
    .execute();
  const agentIds = new Map(users.map(({ id, email }) => [email, id]));
  const properties = await db
    .insertInto('properties')
    .values(
      data.homes.map(({ row, agentEmail }) => ({
        ...row,
        agent_id: agentIds.get(agentEmail) ?? '',
      })),
    )
    .returning(['id', 'address'])
    .execute();
  const propertyIds = new Map(properties.map(({ id, address }) => [address, id]));
  const images = data.homes.flatMap(({ row, pictures }) =>
    pictures.map(({ key, width, height, text }, position) => ({
      property_id: propertyIds.get(row.address) ?? '',
      position,
      key,
      width,
      height,
      text,
      placeholder: data.placeholders.get(key) ?? '',
    })),
  );
  if (images.length > 0) await db.insertInto('property_images').values(images).execute();
  const changes = data.homes.map(({ row, changes: homeChanges }) => ({
    id: propertyIds.get(row.address) ?? '',
    changes: homeChanges,
  }));
  await changeDemoHomes(db, changes);
  await db
    .insertInto('contact_messages')
    .values([...data.messages])
    .execute();
}

/**
 * Applies every home's first change, then every home's second one, and so on. Triggers write the
 * history.
 */
async function changeDemoHomes(
  db: Database,
  homes: readonly { id: string; changes: readonly DemoChange[] }[],
): Promise<void> {
  const steps = Math.max(0, ...homes.map(({ changes }) => changes.length));
  for (let step = 0; step < steps; step += 1) {
    const rows = homes.flatMap(({ id, changes }) => {
      const change = changes[step];
      return change === undefined ? [] : [{ id, ...change }];
    });
    await sql`
      update properties p set price = c.price, is_available = c."isAvailable", updated_at = c.at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as c(id bigint, at timestamptz, price numeric, "isAvailable" boolean)
      where p.id = c.id`.execute(db);
  }
}
