/** The open event streams of this process, and what keeps them up to date with all others (decision 023). */

import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { EVENT_LOG_MS, formatEvent, formatId, parseLastId, RESET_EVENT } from './event-format.ts';
import {
  findEvents,
  findLastPosition,
  findLiveTokens,
  sendMessage,
  type EventRow,
} from './event-repository.ts';

/** Streams of one user, over all processes; one more ends the oldest (docs/product/notifications.md). */
const STREAMS_PER_PERSON = 5;
/** Streams of one process; more get 503. */
const STREAMS_PER_PROCESS = 1_000;
/** Between two comments, which show proxies and browsers that the connection is alive. */
const COMMENT_MS = 15_000;
/** A stream without events gets a new id this often, so that it can go on after a long silence. */
const ID_REFRESH_MS = 10 * 60_000;
/** Events that one statement reads, and that one stream may be behind before it starts again. */
const READ_MOST = 500;
/** A browser whose stream was ended for newer ones should not come back at once and end one of those. */
const REPLACED_RETRY_MS = 5 * 60_000;

/** Where the text of a stream goes. */
export type EventSink = { write: (text: string) => void; end: () => void };

export type EventHub = {
  /**
   * Opens a stream; what happens from now on is written to it.
   *
   * @param lastId the header Last-Event-ID: what came after it is written first, or `reset` where that is not known
   * @param connect called once the stream begins; gives where its text goes
   * @returns call it when the connection is closed
   * @throws AppError UNAVAILABLE when this process has as many streams as it can hold
   */
  open: (
    person: { userId: string; tokenHash: Buffer },
    lastId: string | undefined,
    connect: () => EventSink,
  ) => Promise<() => void>;
  /** A message on the channel `doorstep_events`. */
  hear: (message: string) => void;
  /** Messages may have been missed until now. */
  catchUp: () => void;
  /** How many streams are open. */
  count: () => number;
  /** Ends every stream. */
  close: () => void;
};

type Stream = {
  id: string;
  userId: string;
  tokenHash: Buffer;
  /** Null until the stream has begun. */
  sink: EventSink | null;
  /** Of the last event that was written, or that happened before it was opened. */
  position: number;
  idSentAt: number;
  /** Streams of the same user that were opened later and are still open, in any process. */
  newer: Set<string>;
};

export function createEventHub(options: {
  db: Database;
  now: () => Date;
  streamsMost?: number;
  commentMs?: number;
}): EventHub {
  const { db, now, streamsMost = STREAMS_PER_PROCESS, commentMs = COMMENT_MS } = options;
  const processId = randomUUID();
  const streams = new Set<Stream>();
  /** People whose streams have to be brought up to date. */
  const behind = new Set<string>();
  let isReading = false;
  let ticking: NodeJS.Timeout | undefined;

  const streamsOf = (userId: string) => [...streams].filter((one) => one.userId === userId);

  function end(stream: Stream): void {
    if (!streams.delete(stream)) return;
    stream.sink?.end();
    for (const other of streamsOf(stream.userId)) other.newer.delete(stream.id);
    broadcast(`closed ${processId} ${stream.userId} ${stream.id}`);
    if (streams.size === 0) {
      clearInterval(ticking);
      ticking = undefined;
    }
  }

  /** One more stream of a user: the older ones count it. */
  function countNewer(userId: string, streamId: string): void {
    for (const stream of streamsOf(userId)) {
      if (stream.id === streamId) continue;
      stream.newer.add(streamId);
      if (stream.newer.size < STREAMS_PER_PERSON) continue;
      stream.sink?.write(`retry: ${REPLACED_RETRY_MS}\n\n`);
      end(stream);
    }
  }

  /** A limit that holds a moment late is better than a request that fails. */
  function broadcast(message: string): void {
    sendMessage(db, message).catch(() => undefined);
  }

  function deliver(rows: readonly EventRow[]): void {
    for (const row of rows) {
      const position = Number(row.position);
      for (const stream of streamsOf(row.user_id)) {
        if (stream.sink === null || position <= stream.position) continue;
        stream.position = position;
        stream.idSentAt = now().getTime();
        stream.sink.write(formatEvent(row));
      }
    }
  }

  /** Reads what people have not had yet; all who fall behind meanwhile are read for together. */
  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      while (behind.size > 0) {
        const userIds = [...behind];
        behind.clear();
        const begun = [...streams].filter(
          ({ sink, userId }) => sink !== null && userIds.includes(userId),
        );
        if (begun.length === 0) continue;
        const after = Math.min(...begun.map(({ position }) => position));
        const rows = await findEvents(db, userIds, after, READ_MOST);
        deliver(rows);
        if (rows.length === READ_MOST) for (const userId of userIds) behind.add(userId);
      }
    } catch {
      // The database is away: the next tick tries again.
      for (const { userId } of streams) behind.add(userId);
    } finally {
      isReading = false;
    }
  }

  /** Ends the streams whose token is no longer good. */
  async function checkTokens(): Promise<void> {
    const checked = [...streams];
    if (checked.length === 0) return;
    const hashes = checked.map(({ tokenHash }) => tokenHash);
    const live = await findLiveTokens(db, hashes, now()).catch(() => null);
    if (live === null) return;
    for (const stream of checked) if (!live.has(stream.tokenHash.toString('hex'))) end(stream);
  }

  function tick(): void {
    const time = now().getTime();
    for (const stream of streams) {
      const isIdOld = time - stream.idSentAt > ID_REFRESH_MS;
      if (isIdOld) stream.idSentAt = time;
      stream.sink?.write(isIdOld ? `:\nid: ${formatId(stream.position, time)}\n\n` : ':\n\n');
    }
    void read();
    void checkTokens();
  }

  /** What a new stream begins with. */
  async function findStart(stream: Stream, lastId: string | undefined): Promise<string> {
    const last = await findLastPosition(db);
    const time = now().getTime();
    stream.position = last;
    stream.idSentAt = time;
    const begin = `: connected\nid: ${formatId(last, time)}\n\n`;
    if (lastId === undefined) return begin;
    const since = parseLastId(lastId);
    const isKnown =
      since !== null && since.position <= last && Math.abs(time - since.time) <= EVENT_LOG_MS;
    const missed = isKnown
      ? await findEvents(db, [stream.userId], since.position, READ_MOST)
      : undefined;
    if (missed === undefined || missed.length === READ_MOST) return begin + RESET_EVENT;
    stream.position = Math.max(last, ...missed.map(({ position }) => Number(position)));
    // Without an id of its own before them: a stream that breaks in between goes on after what it has had.
    return `: connected\n\n${missed.map(formatEvent).join('')}`;
  }

  return {
    open: async ({ userId, tokenHash }, lastId, connect) => {
      if (streams.size >= streamsMost) {
        throw new AppError('UNAVAILABLE', 'Too many streams are open. Please try again later.', {
          retryAfterSeconds: 30,
        });
      }
      const id = randomUUID();
      const newer = new Set<string>();
      const stream: Stream = {
        id,
        userId,
        tokenHash,
        newer,
        sink: null,
        position: 0,
        idSentAt: 0,
      };
      streams.add(stream);
      try {
        const text = await findStart(stream, lastId);
        stream.sink = connect();
        stream.sink.write(text);
      } catch (error) {
        end(stream);
        throw error;
      }
      ticking ??= setInterval(tick, commentMs).unref();
      countNewer(userId, id);
      broadcast(`opened ${processId} ${userId} ${id}`);
      // What happened while it was being opened.
      behind.add(userId);
      void read();
      return () => end(stream);
    },
    hear: (message) => {
      const [what = '', ...facts] = message.split(' ');
      if (what === 'session') void checkTokens();
      if (what === 'event' && streamsOf(facts[0] ?? '').length > 0) {
        behind.add(facts[0] ?? '');
        void read();
      }
      const [process, userId = '', streamId = ''] = facts;
      if (process === processId) return;
      if (what === 'opened') countNewer(userId, streamId);
      if (what === 'closed') for (const stream of streamsOf(userId)) stream.newer.delete(streamId);
    },
    catchUp: () => {
      for (const { userId } of streams) behind.add(userId);
      void read();
      void checkTokens();
    },
    count: () => streams.size,
    close: () => {
      for (const stream of streams) end(stream);
    },
  };
}
