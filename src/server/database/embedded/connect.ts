import pg from 'pg';
import { StartError } from '../../errors/start-error.ts';
import { SUPERUSER } from './cluster.ts';
import type { Endpoint } from './endpoint.ts';

/** How to reach the embedded server: goes as it is into `new pg.Pool`. */
export interface EmbeddedConnection {
  /** The folder of the socket, or `127.0.0.1`. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** The application's role, owner of its database, and the database's name. */
export const APPLICATION_NAME = 'doorstep';

/** The application's connection: owner of the database, not a superuser. */
export function applicationConnection(endpoint: Endpoint, password: string): EmbeddedConnection {
  const { host, port } = endpoint;
  return { host, port, user: APPLICATION_NAME, password, database: APPLICATION_NAME };
}

/** The superuser's connection to the maintenance database. */
export function superuserConnection(endpoint: Endpoint, password: string): EmbeddedConnection {
  const { host, port } = endpoint;
  return { host, port, user: SUPERUSER, password, database: 'postgres' };
}

/** `refused`: the server answers, but this role or database is not there (yet). */
export type Answer = 'ready' | 'not yet' | 'refused';

/**
 * Connects once and asks a question. A server that lets us in knows the password that is stored beside the data (SCRAM
 * proves it both ways), so it is the right one.
 */
export async function askServer(connection: EmbeddedConnection): Promise<Answer> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return 'ready';
  } catch (error) {
    return judge(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const TOO_MANY_CONNECTIONS = '53300';
const REFUSALS = new Set(['28P01', '28000', '3D000']);

function judge(error: unknown): Answer {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === TOO_MANY_CONNECTIONS) return 'ready';
  return REFUSALS.has(code) ? 'refused' : 'not yet';
}

/**
 * Creates the application's role and database if they are missing, which is so after the first start, and gives the
 * role the stored password. Throws a `StartError` when not even the superuser is let in.
 */
export async function ensureApplicationDatabase(
  endpoint: Endpoint,
  password: string,
): Promise<void> {
  if ((await askServer(applicationConnection(endpoint, password))) === 'ready') return;
  const client = new pg.Client({
    ...superuserConnection(endpoint, password),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const role = pg.escapeIdentifier(APPLICATION_NAME);
    const known = await client.query('select from pg_roles where rolname = $1', [APPLICATION_NAME]);
    if (known.rowCount === 0) await client.query(`create role ${role}`);
    await client.query(`alter role ${role} login password ${pg.escapeLiteral(password)}`);
    const made = await client.query('select from pg_database where datname = $1', [
      APPLICATION_NAME,
    ]);
    if (made.rowCount === 0) await client.query(`create database ${role} owner ${role}`);
  } catch (error) {
    if (judge(error) !== 'refused') throw error;
    throw new StartError(
      `The database does not accept the password stored beside it (${endpoint.host}).`,
    );
  } finally {
    await client.end();
  }
}
