/** Database statements for backup and restore, on a dedicated connection. */

import type { Readable } from 'node:stream';
import pg from 'pg';
import type { Connection } from '../../database/database.ts';
import { CHANGE_LISTENER_NAME } from '../../cache/change-listener.ts';
import { copyIn, copyOut } from '../../database/copy.ts';
import { FILE_REMOVAL_LOCK, IMAGE_KEYS } from '../../storage/image-repository.ts';

/** A table, with its columns except generated ones. */
export type TableShape = { name: string; columns: string[] };

/** The state of an identifier sequence. */
export type SequenceState = { table: string; column: string; lastValue: string; isCalled: boolean };

/** Connects without the pool's timeouts, because copying can take a long time. */
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

/** Blocks file removals until the connection ends. */
export async function blockFileRemoval(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [FILE_REMOVAL_LOCK]);
}

/** Returns whether `blockFileRemoval` is still in effect; false if the connection was lost. */
export async function isBlockingFileRemoval(client: pg.Client): Promise<boolean> {
  try {
    await client.query('select 1');
    return true;
  } catch {
    return false;
  }
}

/** Begins a transaction whose reads all see the same snapshot. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query('begin transaction isolation level repeatable read, read only');
}

/** Returns the newest migration that has run, or undefined for an empty database. */
export async function readMigration(client: pg.Client): Promise<string | undefined> {
  const result = await client.query(
    `select to_regclass('kysely_migration') is not null as has_table`,
  );
  const [row] = result.rows as { has_table: boolean }[];
  if (!row?.has_table) return undefined;
  const { rows } = await client.query('select max(name) as name from kysely_migration');
  return (rows as { name: string | null }[])[0]?.name ?? undefined;
}

/**
 * Lists tables in dependency order, referenced tables first. Omits the migrator's tables and
 * unlogged ones, whose content is short-lived or must not be in backups (migration 0111).
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
  const remaining = rows as (TableShape & { parents: string[] })[];
  const sorted: TableShape[] = [];
  while (remaining.length > 0) {
    const isReady = (table: { parents: string[] }) =>
      table.parents.every((parent) => sorted.some(({ name }) => name === parent));
    const index = remaining.findIndex(isReady);
    const [next] = remaining.splice(index, 1);
    if (index === -1 || next === undefined)
      throw new Error('Tables reference each other in a cycle.');
    sorted.push({ name: next.name, columns: next.columns });
  }
  return sorted;
}

/**
 * SQL conditions for the rows to exclude from backups, by table. A restore would reactivate ended
 * sessions, links, passkey challenges, and setups, and would send pending alerts twice. Rate limits are
 * excluded because their keys are unsalted hashes of IP addresses. Unsubscribe links and links to
 * inquiries and tours are included because old emails contain them.
 */
const EXCLUDED: Readonly<Record<string, string>> = {
  sessions: 'true',
  password_resets: 'true',
  passkey_challenges: 'true',
  two_factor_setups: 'true',
  invitation_tokens: 'true',
  shortlist_links: 'true',
  alert_tokens: `purpose = 'confirm'`,
  property_changes: 'true',
  alert_news: 'true',
  favorite_items: 'true',
  rate_limits: 'true',
};

const exclusionCondition = ({ name }: TableShape): string => EXCLUDED[name] ?? 'false';

const describeColumns = ({ name, columns }: TableShape) =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

/** Reads a table's rows in COPY's text format, except excluded ones. */
export function readTable(client: pg.Client, table: TableShape): Readable {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const rows = `select ${columns} from ${pg.escapeIdentifier(table.name)} where not (${exclusionCondition(table)})`;
  return copyOut(client, `copy (${rows}) to stdout`);
}

/** Writes rows in COPY's text format to a table. */
export async function writeTable(
  client: pg.Client,
  table: TableShape,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  await copyIn(client, `copy ${describeColumns(table)} from stdin`, rows);
}

/**
 * Deletes excluded rows, which backups of older releases can contain.
 *
 * @returns the number of deleted rows
 */
export async function deleteExcluded(client: pg.Client, table: TableShape): Promise<number> {
  const { rowCount } = await client.query(
    `delete from ${pg.escapeIdentifier(table.name)} where ${exclusionCondition(table)}`,
  );
  return rowCount ?? 0;
}

/** Counts a table's rows. */
export async function countRows(client: pg.Client, table: TableShape): Promise<number> {
  return count(client, table, 'true');
}

/** Counts a table's rows, except excluded ones. */
export async function countIncluded(client: pg.Client, table: TableShape): Promise<number> {
  return count(client, table, `not (${exclusionCondition(table)})`);
}

async function count(client: pg.Client, table: TableShape, condition: string): Promise<number> {
  const { rows } = await client.query(
    `select count(*) as count from ${pg.escapeIdentifier(table.name)} where ${condition}`,
  );
  return Number((rows as { count: string }[])[0]?.count);
}

/** Reads the current values of the sequences, which are at least as high as those in the snapshot. */
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

/** Restores the sequences so that no identifier is assigned twice. */
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

/** Lists the keys of all pictures in the snapshot. Older schemas lack some of the tables. */
export async function listImageKeys(
  client: pg.Client,
  tables: readonly TableShape[],
): Promise<string[]> {
  const queries = tables.flatMap(({ name }) => IMAGE_KEYS[name] ?? []);
  const { rows } = await client.query(`${queries.join(' union ')} order by 1`);
  return (rows as { key: string }[]).map(({ key }) => key);
}

/** Returns whether the database has any accounts, listings, or contact messages. */
export async function isInUse(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select exists (select from users)
    or exists (select from properties) or exists (select from contact_messages) as is_in_use`);
  return (rows as { is_in_use: boolean }[]).some((row) => row.is_in_use);
}

/**
 * Returns whether a server process is connected to the database. Each one has a connection for change
 * notifications.
 */
export async function isServerRunning(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (select from pg_stat_activity
      where datname = current_database() and application_name = $1) as is_running`,
    [CHANGE_LISTENER_NAME],
  );
  return (rows as { is_running: boolean }[]).some((row) => row.is_running);
}

/** Locks the tables exclusively until the transaction ends. */
export async function lockTables(client: pg.Client, tables: readonly TableShape[]): Promise<void> {
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`);
}

/** Empties the tables and disables triggers, which would write history and totals again. */
export async function clearTables(client: pg.Client, tables: readonly TableShape[]): Promise<void> {
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // Cascades to unlogged tables, which are not in the list.
  await client.query(`truncate ${names.join(', ')} cascade`);
}

/** Re-enables triggers after `clearTables` and clears the caches of all processes on commit. */
export async function restoreTriggers(
  client: pg.Client,
  tables: readonly TableShape[],
): Promise<void> {
  for (const { name } of tables) {
    await client.query(`alter table ${pg.escapeIdentifier(name)} enable trigger user`);
  }
  await client.query(`select pg_notify('doorstep_changes', '')`);
}

/** Updates planner statistics for the restored tables. */
export async function analyze(client: pg.Client): Promise<void> {
  await client.query('analyze');
}
