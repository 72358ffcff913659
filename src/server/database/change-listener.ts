/**
 * Hears of every change to public data, whichever process made it: by LISTEN on a connection of its own. While
 * that connection is not alive, nobody here can know whether what is kept is still true.
 */

import pg from 'pg';
import type { Connection } from './database.ts';

/** The channel that db/migrations/0002_announce_changes.sql tells changes on. */
const CHANNEL = 'doorstep_changes';

const RETRY_MS = 500;
/**
 * How often a connection is asked whether it is still there, and how long it may take to answer. One that is closed is
 * known at once; one that a network swallows, after both times.
 */
const HEARTBEAT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** What hears of changes. */
export type ChangeListener = {
  /** Gives up the connection. */
  close: () => Promise<void>;
};

/**
 * Connects, and again whenever the connection breaks.
 *
 * @param connection of the primary: LISTEN does not work on a standby
 * @param hears.onChange something public has changed
 * @param hears.onLive from now on every change will be heard of; those before may have been missed
 * @param hears.onLost from now on changes may be missed
 */
export function listenForChanges(
  connection: Connection,
  hears: { onChange: () => void; onLive: () => void; onLost: () => void },
): ChangeListener {
  let isClosed = false;
  let current: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const lose = (client: pg.Client) => {
    if (current !== client) return;
    current = undefined;
    hears.onLost();
    void client.end().catch(() => undefined);
    if (!isClosed) {
      retry = setTimeout(() => void connect(), RETRY_MS);
      retry.unref();
    }
  };

  async function connect(): Promise<void> {
    const client = new pg.Client({
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      application_name: 'doorstep-changes',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
    });
    current = client;
    client.on('error', () => lose(client));
    client.on('end', () => lose(client));
    client.on('notification', hears.onChange);
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      if (current === client) hears.onLive();
    } catch {
      lose(client);
    }
  }

  const heartbeat = setInterval(() => {
    const client = current;
    client?.query('select 1').catch(() => lose(client));
  }, HEARTBEAT_MS);
  heartbeat.unref();
  void connect();

  return {
    close: async () => {
      isClosed = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      const client = current;
      current = undefined;
      await client?.end().catch(() => undefined);
    },
  };
}
