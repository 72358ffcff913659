import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { ContactMessagesTable, PropertiesTable, UsersTable } from '../../database/tables.ts';
import type { DemoPicture } from './demo-pictures.ts';

/** A composed demo home: its row but for the agent, who is found by e-mail address, and its pictures. */
export type DemoListing = {
  row: Omit<Insertable<PropertiesTable>, 'agent_id'>;
  agentEmail: string;
  pictures: readonly DemoPicture[];
};

/** Lets only one transaction at a time put the demo data in; holds until its end. */
export async function lockDemoData(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('doorstep.demo'))`.execute(transaction);
}

/** Whether nobody has an account yet. */
export async function isEmptyOfUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Whether somebody of the demo data has an account here. */
export async function hasDemoUsers(db: Database): Promise<boolean> {
  const query = db.selectFrom('users').select('id').where('is_demo', '=', true).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Puts everything in; call it in a transaction. */
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
    pictures.map(({ key, width, height }, position) => ({
      property_id: propertyIds.get(row.address) ?? '',
      position,
      key,
      width,
      height,
      placeholder: data.placeholders.get(key) ?? '',
    })),
  );
  if (images.length > 0) await db.insertInto('property_images').values(images).execute();
  await db
    .insertInto('contact_messages')
    .values([...data.messages])
    .execute();
}
