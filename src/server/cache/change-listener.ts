/**
 * Hears of every change to public data, whichever process made it: by LISTEN on a connection of its own. While
 * that connection is not alive, nobody here can know whether what is kept is still true.
 */

import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from '../database/database.ts';

/** The channel that db/migrations/0002_announce_changes.sql tells changes on. */
const CHANNEL = 'doorstep_changes';
/** The channel of the event streams (db/migrations/0017_notifications.sql). */
const EVENT_CHANNEL = 'doorstep_events';

const RETRY_MS = 500;
/** How often a connection that nobody asks is asked whether it is still there. */
const HEARTBEAT_MS = 1_000;
/** How long it may take to answer: whoever asks then waits no longer, and it counts as lost. */
const ANSWER_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** What hears of changes. */
export type ChangeListener = {
  /**
   * Waits until every change that was committed before now has been heard of, or the connection is lost. All who wait
   * at the same time share one question to the database. Never fails.
   */
  catchUp: () => Promise<void>;
  /** Gives up the connection. */
  close: () => Promise<void>;
};

/**
 * Connects, and again whenever the connection breaks.
 *
 * @param connection of the primary: LISTEN does not work on a standby
 * @param hears.onChange something public has changed
 * @param hears.onEvent a message for the event streams
 * @param hears.onLive from now on every change will be heard of; those before may have been missed
 * @param hears.onLost from now on changes may be missed
 */
export function listenForChanges(
  connection: Connection,
  hears: {
    onChange: () => void;
    onEvent?: (message: string) => void;
    onLive: () => void;
    onLost: () => void;
  },
): ChangeListener {
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
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
    });
    current = client;
    client.on('error', () => lose(client));
    client.on('end', () => lose(client));
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === EVENT_CHANNEL) hears.onEvent?.(payload);
      else hears.onChange();
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

  /**
   * PostgreSQL tells a connection of all that was committed before it is ready for the next statement; the shortest is
   * one without words.
   */
  async function ask(): Promise<void> {
    const client = current;
    if (client === undefined || !isLive) return;
    await client.query('').catch(() => lose(client));
  }

  const catchUp = shareCalls(ask);
  const heartbeat = setInterval(() => void catchUp(), HEARTBEAT_MS);
  heartbeat.unref();
  void connect();

  return {
    catchUp,
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

/** Runs a task one at a time; all calls that come before it begins share it. */
function shareCalls(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running.then(async () => {
      // Whatever else has arrived by now is read before, and shares it.
      await setImmediate();
      next = undefined;
      running = task();
      await running;
    });
    return next;
  };
}
