/** Catalog queries of backup and restore, on one connection of their own. */

import type { Readable } from 'node:stream';
import pg from 'pg';
import type { Connection } from '../../database/database.ts';
import { copyIn, copyOut } from '../../database/copy.ts';
import { FILE_REMOVAL_LOCK, IMAGE_KEYS } from '../../storage/image-repository.ts';

/** A table with the columns that are stored and not computed. */
export type TableShape = { name: string; columns: string[] };

/** Where a sequence of identifiers stands. */
export type SequenceState = { table: string; column: string; lastValue: string; isCalled: boolean };

/** A connection without the pool's time limits: copying takes as long as it takes. */
export async function connectForCopy(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    application_name: 'doorstep-backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  await client.connect();
  return client;
}

/** Waits for removals of files that are under way, and holds back all others while the connection lasts. */
export async function holdBackFileRemoval(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [FILE_REMOVAL_LOCK]);
}

/** Whether `holdBackFileRemoval` still holds: not after a broken connection. */
export async function isHoldingBack(client: pg.Client): Promise<boolean> {
  try {
    await client.query('select 1');
    return true;
  } catch {
    return false;
  }
}

/** Everything that is read after this belongs to one moment. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query('begin transaction isolation level repeatable read, read only');
}

/** The newest migration that has run, or undefined for a database that Doorstep has not used yet. */
export async function readMigration(client: pg.Client): Promise<string | undefined> {
  const known = await client.query(
    `select to_regclass('kysely_migration') is not null as is_there`,
  );
  const [answer] = known.rows as { is_there: boolean }[];
  if (!answer?.is_there) return undefined;
  const { rows } = await client.query('select max(name) as name from kysely_migration');
  return (rows as { name: string | null }[])[0]?.name ?? undefined;
}

/**
 * All tables of Doorstep, each after those that it refers to; none of the migrator's own, and none that is unlogged,
 * which holds what is of no use an hour later.
 */
export async function listTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query(`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as parents
    from pg_class c
    where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = current_schema()::regnamespace
      and c.relname not like 'kysely%'
    order by c.relname`);
  const waiting = rows as (TableShape & { parents: string[] })[];
  const sorted: TableShape[] = [];
  while (waiting.length > 0) {
    const isReady = (table: { parents: string[] }) =>
      table.parents.every((parent) => sorted.some(({ name }) => name === parent));
    const index = waiting.findIndex(isReady);
    const [next] = waiting.splice(index, 1);
    if (index === -1 || next === undefined)
      throw new Error('Tables refer to each other in a ring.');
    sorted.push({ name: next.name, columns: next.columns });
  }
  return sorted;
}

/**
 * Rows excluded from backups, as conditions by table: sessions, and links that may have ended in the meantime and
 * would work again; and queued jobs, which would notify people twice. Unsubscribe links are included: emails sent
 * long ago need them.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  sessions: 'true',
  password_resets: 'true',
  passkey_challenges: 'true',
  two_factor_setups: 'true',
  shortlist_links: 'true',
  alert_tokens: `purpose = 'confirm'`,
  property_changes: 'true',
  alert_news: 'true',
  favorite_items: 'true',
};

const leftOut = ({ name }: TableShape): string => LEFT_OUT[name] ?? 'false';

const describeColumns = ({ name, columns }: TableShape) =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

/** A table's rows in COPY's text format, without those that no backup carries. */
export function readTable(client: pg.Client, table: TableShape): Readable {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const rows = `select ${columns} from ${pg.escapeIdentifier(table.name)} where not (${leftOut(table)})`;
  return copyOut(client, `copy (${rows}) to stdout`);
}

/** Puts rows in COPY's text format into a table. */
export async function writeTable(
  client: pg.Client,
  table: TableShape,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  await copyIn(client, `copy ${describeColumns(table)} from stdin`, rows);
}

/** Deletes rows that a backup of an older release contains but none does today. @returns the number of rows */
export async function deleteLeftOut(client: pg.Client, table: TableShape): Promise<number> {
  const { rowCount } = await client.query(
    `delete from ${pg.escapeIdentifier(table.name)} where ${leftOut(table)}`,
  );
  return rowCount ?? 0;
}

/** How many rows a table has. */
export async function countRows(client: pg.Client, table: TableShape): Promise<number> {
  return count(client, table, 'true');
}

/** How many of its rows a backup carries. */
export async function countCarried(client: pg.Client, table: TableShape): Promise<number> {
  return count(client, table, `not (${leftOut(table)})`);
}

async function count(client: pg.Client, table: TableShape, condition: string): Promise<number> {
  const { rows } = await client.query(
    `select count(*) as count from ${pg.escapeIdentifier(table.name)} where ${condition}`,
  );
  return Number((rows as { count: string }[])[0]?.count);
}

/** The current values of the sequences; at least those at the moment of the snapshot. */
export async function readSequences(
  client: pg.Client,
  tables: readonly TableShape[],
): Promise<SequenceState[]> {
  const states: SequenceState[] = [];
  for (const { table, column, sequence } of await listSequences(client, tables)) {
    const { rows } = await client.query(`select last_value, is_called from ${sequence}`);
    for (const row of rows as { last_value: string; is_called: boolean }[]) {
      states.push({ table, column, lastValue: row.last_value, isCalled: row.is_called });
    }
  }
  return states;
}

async function listSequences(client: pg.Client, tables: readonly TableShape[]) {
  const { rows } = await client.query(
    `select t.name as table, a.attname as column,
       pg_get_serial_sequence(quote_ident(t.name), a.attname) as sequence
     from unnest($1::text[]) as t (name)
     join pg_attribute a on a.attrelid = to_regclass(quote_ident(t.name)) and a.attidentity <> ''
     order by 1, 2`,
    [tables.map(({ name }) => name)],
  );
  return rows as { table: string; column: string; sequence: string }[];
}

/** Lets identifiers go on where they stood, so that none is given twice. */
export async function writeSequences(
  client: pg.Client,
  states: readonly SequenceState[],
): Promise<void> {
  for (const { table, column, lastValue, isCalled } of states) {
    await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)', [
      table,
      column,
      lastValue,
      isCalled,
    ]);
  }
}

/** The keys of all pictures that the snapshot names; an older schema has not every table that may name some. */
export async function listImageKeys(
  client: pg.Client,
  tables: readonly TableShape[],
): Promise<string[]> {
  const queries = tables.flatMap(({ name }) => IMAGE_KEYS[name] ?? []);
  const { rows } = await client.query(`${queries.join(' union ')} order by 1`);
  return (rows as { key: string }[]).map(({ key }) => key);
}

/** Whether the database has any data: accounts, listings, messages. */
export async function isInUse(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select exists (select from users)
    or exists (select from properties) or exists (select from contact_messages) as is_in_use`);
  return (rows as { is_in_use: boolean }[]).some((row) => row.is_in_use);
}

/** Locks the tables exclusively until the transaction ends. */
export async function lockTables(client: pg.Client, tables: readonly TableShape[]): Promise<void> {
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`);
}

/** Empties the tables, with the triggers off that would write history and totals a second time. */
export async function clearTables(client: pg.Client, tables: readonly TableShape[]): Promise<void> {
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // Excluded rows may refer to these rows, and are deleted with them.
  await client.query(`truncate ${names.join(', ')} cascade`);
}

/** The end of what `clearTables` began; every process clears its cache when the transaction commits. */
export async function reviveTables(
  client: pg.Client,
  tables: readonly TableShape[],
): Promise<void> {
  for (const { name } of tables) {
    await client.query(`alter table ${pg.escapeIdentifier(name)} enable trigger user`);
  }
  await client.query(`select pg_notify('doorstep_changes', '')`);
}

/** Plans need to know how large the tables have become. */
export async function analyze(client: pg.Client): Promise<void> {
  await client.query('analyze');
}
