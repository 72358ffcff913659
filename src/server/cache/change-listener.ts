/**
 * Hears of every change to public data, whichever process made it: by LISTEN on a connection of its own. While
 * that connection is not alive, this process cannot know whether its cached responses are still valid.
 */

import pg from 'pg';
import type { Connection } from '../database/database.ts';

/** The channel that db/migrations/0002_announce_changes.sql announces changes on. */
const CHANNEL = 'doorstep_changes';
/** The channel of the event streams (db/migrations/0017_notifications.sql). */
const EVENT_CHANNEL = 'doorstep_events';

const RETRY_MS = 500;
/** How often the connection is checked. */
const HEARTBEAT_MS = 1_000;
/** How long it may take to respond to the check; then it counts as lost. */
const ANSWER_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** The connection that hears of changes. */
export type ChangeListener = {
  /** Waits until every change was heard of that was committed before; whether that is so. */
  catchUp: () => Promise<boolean>;
  /** Gives up the connection. */
  close: () => Promise<void>;
};

/**
 * Connects, and again whenever the connection breaks.
 *
 * @param connection of the primary: LISTEN does not work on a standby
 * @param hears.onChange something public has changed; the message says what (public-changes.ts)
 * @param hears.onEvent a message for the event streams
 * @param hears.onLive from now on every change will be heard of; those before may have been missed
 * @param hears.onLost from now on changes may be missed
 * @param options.answerTimeoutMs how long it may take to respond to the check; a second if absent
 */
export function listenForChanges(
  connection: Connection,
  hears: {
    onChange: (message: string) => void;
    onEvent?: (message: string) => void;
    onLive: () => void;
    onLost: () => void;
  },
  options: { answerTimeoutMs?: number } = {},
): ChangeListener {
  const { answerTimeoutMs = ANSWER_TIMEOUT_MS } = options;
  let isClosed = false;
  let current: pg.Client | undefined;
  /** Whether `current` listens. */
  let isLive = false;
  let retry: NodeJS.Timeout | undefined;

  const lose = (client: pg.Client) => {
    if (current !== client) return;
    current = undefined;
    isLive = false;
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
      query_timeout: answerTimeoutMs,
      keepAlive: true,
    });
    current = client;
    client.on('error', () => lose(client));
    client.on('end', () => lose(client));
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === EVENT_CHANNEL) hears.onEvent?.(payload);
      else hears.onChange(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}; listen ${EVENT_CHANNEL}`);
      if (current !== client) return;
      isLive = true;
      hears.onLive();
    } catch {
      lose(client);
    }
  }

  // The shortest statement is one without words; a connection that does not respond to it counts as lost.
  const heartbeat = setInterval(() => {
    const client = current;
    if (client !== undefined && isLive) void client.query('').catch(() => lose(client));
  }, HEARTBEAT_MS);
  heartbeat.unref();
  void connect();

  return {
    catchUp: async () => {
      const client = current;
      if (client === undefined || !isLive) return false;
      // PostgreSQL tells what was committed before a statement came, before it says that the statement is done.
      await client.query('');
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
