import pg from 'pg';
import { StartError } from '../../errors/start-error.ts';
import { SUPERUSER } from './cluster.ts';
import type { Endpoint } from './endpoint.ts';

/** The connection to the embedded server, as options of `new pg.Pool`. */
export interface EmbeddedConnection {
  /** The folder of the socket, or `127.0.0.1`. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** The name of both the application's role and its database. */
export const APPLICATION_NAME = 'doorstep';

/** Returns the application's connection, whose role owns the database but is not a superuser. */
export function applicationConnection(endpoint: Endpoint, password: string): EmbeddedConnection {
  const { host, port } = endpoint;
  return { host, port, user: APPLICATION_NAME, password, database: APPLICATION_NAME };
}

/** Returns the superuser's connection to the maintenance database. */
export function superuserConnection(endpoint: Endpoint, password: string): EmbeddedConnection {
  const { host, port } = endpoint;
  return { host, port, user: SUPERUSER, password, database: 'postgres' };
}

/** `refused` means that the server responds, but the role or database does not exist yet or the password is wrong. */
export type ServerState = 'ready' | 'not yet' | 'refused';

/**
 * Connects once and runs a query. A server that accepts the password stored with the data is the
 * right server because SCRAM authenticates both sides.
 */
export async function checkServer(connection: EmbeddedConnection): Promise<ServerState> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return 'ready';
  } catch (error) {
    return classifyError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const TOO_MANY_CONNECTIONS = '53300';
const REFUSALS = new Set(['28P01', '28000', '3D000']);

function classifyError(error: unknown): ServerState {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === TOO_MANY_CONNECTIONS) return 'ready';
  return REFUSALS.has(code) ? 'refused' : 'not yet';
}

/**
 * Creates the application's role and database if they are missing, as on the first start, and sets the role's password
 * to the stored one.
 *
 * @throws StartError if even the superuser cannot log in
 */
export async function ensureApplicationDatabase(
  endpoint: Endpoint,
  password: string,
): Promise<void> {
  if ((await checkServer(applicationConnection(endpoint, password))) === 'ready') return;
  const client = new pg.Client({
    ...superuserConnection(endpoint, password),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const role = pg.escapeIdentifier(APPLICATION_NAME);
    const roles = await client.query('select from pg_roles where rolname = $1', [APPLICATION_NAME]);
    if (roles.rowCount === 0) await client.query(`create role ${role}`);
    await client.query(`alter role ${role} login password ${pg.escapeLiteral(password)}`);
    const databases = await client.query('select from pg_database where datname = $1', [
      APPLICATION_NAME,
    ]);
    if (databases.rowCount === 0) await client.query(`create database ${role} owner ${role}`);
  } catch (error) {
    if (classifyError(error) !== 'refused') throw error;
    throw new StartError(
      `The database does not accept the password stored next to it (${endpoint.host}).`,
    );
  } finally {
    await client.end();
  }
}
