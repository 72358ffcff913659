/**
 * Receives every change to public data from any process, and messages for the event streams, through
 * LISTEN on a separate connection. While that connection is down, this process cannot tell whether its
 * cached responses are still valid.
 */

import pg from 'pg';
import { createBatch } from '../concurrency/batch.ts';
import type { Connection } from '../database/database.ts';

/** The channel of db/migrations/0002_announce_changes.sql. */
const CHANNEL = 'doorstep_changes';
/** The channel of the event streams (db/migrations/0017_notifications.sql). */
const EVENT_CHANNEL = 'doorstep_events';

/** The connection's application name, which shows that a server process is running. */
export const CHANGE_LISTENER_NAME = 'doorstep-changes';

const RETRY_MS = 500;
/** How often the connection is checked. */
const HEARTBEAT_MS = 1_000;
/** A connection that does not respond to a check within this time is considered lost. */
const RESPONSE_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** The connection that receives changes. */
export type ChangeListener = {
  /**
   * Waits until all changes committed so far have been received. Returns false if the connection is
   * not listening, and can also reject if it breaks.
   */
  catchUp: () => Promise<boolean>;
  /** Closes the connection. */
  close: () => Promise<void>;
};

/**
 * Connects, and reconnects whenever the connection breaks.
 *
 * @param connection to the primary because LISTEN does not work on a standby
 * @param handlers.onChange called with the message of a public change
 * @param handlers.onEvent called with a message for the event streams
 * @param handlers.onLive called when all later changes will be received; earlier ones may have been
 *   missed
 * @param handlers.onLost called when changes may be missed from now on
 * @param options.responseTimeoutMs timeout of the check; one second if absent
 */
export function listenForChanges(
  connection: Connection,
  handlers: {
    onChange: (message: string) => void;
    onEvent?: (message: string) => void;
    onLive: () => void;
    onLost: () => void;
  },
  options: { responseTimeoutMs?: number } = {},
): ChangeListener {
  const { responseTimeoutMs = RESPONSE_TIMEOUT_MS } = options;
  let isClosed = false;
  let current: pg.Client | undefined;
  /** Checks `current`. Simultaneous callers share a statement, because a client runs one at a time. */
  let check: () => Promise<unknown>;
  /** Whether `current` is listening. */
  let isLive = false;
  let retry: NodeJS.Timeout | undefined;

  const handleLost = (client: pg.Client) => {
    if (current !== client) return;
    current = undefined;
    isLive = false;
    handlers.onLost();
    void client.end().catch(() => undefined);
    if (!isClosed) {
      retry = setTimeout(() => void connect(), RETRY_MS);
      retry.unref();
    }
  };

  async function connect(): Promise<void> {
    const client = new pg.Client({
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      application_name: CHANGE_LISTENER_NAME,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: responseTimeoutMs,
      keepAlive: true,
    });
    current = client;
    const runBatch = createBatch(async () => {
      // An empty statement is the cheapest check.
      await client.query('');
      return new Map();
    });
    check = async () => runBatch('');
    client.on('error', () => handleLost(client));
    client.on('end', () => handleLost(client));
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === EVENT_CHANNEL) handlers.onEvent?.(payload);
      else handlers.onChange(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}; listen ${EVENT_CHANNEL}`);
      if (current !== client) return;
      isLive = true;
      handlers.onLive();
    } catch {
      handleLost(client);
    }
  }

  const heartbeat = setInterval(() => {
    const client = current;
    if (client !== undefined && isLive) void check().catch(() => handleLost(client));
  }, HEARTBEAT_MS);
  heartbeat.unref();
  void connect();

  return {
    catchUp: async () => {
      const client = current;
      if (client === undefined || !isLive) return false;
      // Before a statement's result, PostgreSQL delivers the notifications that were committed before it.
      await check();
      return current === client;
    },
    close: async () => {
      isClosed = true;
      isLive = false;
      clearInterval(heartbeat);
      clearTimeout(retry);
      const client = current;
      current = undefined;
      await client?.end().catch(() => undefined);
    },
  };
}
