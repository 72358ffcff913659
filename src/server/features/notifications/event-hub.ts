/** The open event streams of this process, synchronized with other processes (decision 023). */

import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { EVENT_LOG_MS, formatId, parseLastId, RESET_EVENT } from './event-format.ts';
import { composeEvents, type EventReaders } from './compose-events.ts';
import {
  findEvents,
  findLastPosition,
  findLiveTokens,
  sendMessage,
  type EventRow,
} from './event-repository.ts';

/**
 * Streams per user across all processes; one more ends the oldest (docs/product/notifications.md).
 */
const MAX_STREAMS_PER_USER = 5;
/**
 * Streams per process; an IP address can have at most half of them (docs/product/notifications.md,
 * Events).
 */
const MAX_STREAMS_PER_PROCESS = 1_000;
/** Interval of comments, which show proxies and browsers that the connection is alive. */
const COMMENT_INTERVAL_MS = 15_000;
/** A stream without events gets a new id this often, so that it can resume after a long silence. */
const ID_REFRESH_MS = 10 * 60_000;
/** Delay before retrying a failed read. */
const RETRY_DELAY_MS = 500;
/** Events per read, and how many a stream can have missed before it gets `reset`. */
const MAX_READ = 500;
/** Maximum size of missed events; a stream that missed more gets `reset`. */
const MAX_MISSED_BYTES = 1024 * 1024;
/**
 * Reconnection delay for a stream ended in favor of newer ones, which must not end one of those.
 */
const REPLACED_RETRY_DELAY_MS = 5 * 60_000;

/** The output of a stream. */
export type EventSink = { write: (text: string) => void; end: () => void };

export type EventHub = {
  /**
   * Opens a stream, to which further events are written.
   *
   * @param lastId the header Last-Event-ID: missed events are written first, or `reset` if they are
   *   unknown
   * @param connect called once the stream begins; returns its output
   * @returns a function to call when the connection is closed
   * @throws AppError UNAVAILABLE if this process has its maximum number of streams, all from
   *   different addresses
   */
  open: (
    person: {
      userId: string;
      tokenHash: Buffer;
      /** The client's rate limit key, see addressKey. */
      address: string;
    },
    lastId: string | undefined,
    connect: () => EventSink,
  ) => Promise<() => void>;
  /** Handles a message from the channel `doorstep_events`. */
  hear: (message: string) => void;
  /** Reads events again after messages may have been missed. */
  catchUp: () => void;
  /** Returns the number of open streams. */
  count: () => number;
  /** Ends every stream. */
  close: () => void;
};

type Stream = {
  id: string;
  userId: string;
  tokenHash: Buffer;
  address: string;
  /** Null until the stream has begun. */
  sink: EventSink | null;
  /** The position of the last event written, or of the last one before the stream was opened. */
  position: number;
  idSentAt: number;
  /** Streams of the same user that were opened later and are still open, in any process. */
  newer: Set<string>;
  /** Written to the stream before it ends. */
  farewell: string;
};

/**
 * @param options.readers expand the references in the log, see `EventReaders`
 * @param options.maxRead replaces `MAX_READ`
 */
export function createEventHub(options: {
  db: Database;
  now: () => Date;
  readers: EventReaders;
  maxStreams?: number;
  commentMs?: number;
  maxRead?: number;
}): EventHub {
  const {
    db,
    now,
    readers,
    maxStreams = MAX_STREAMS_PER_PROCESS,
    commentMs = COMMENT_INTERVAL_MS,
  } = options;
  const { maxRead = MAX_READ } = options;
  const processId = randomUUID();
  const streams = new Set<Stream>();
  /** Users whose streams have unread events. */
  const behind = new Set<string>();
  let isReading = false;
  let ticking: NodeJS.Timeout | undefined;

  const streamsOf = (userId: string) => [...streams].filter((one) => one.userId === userId);

  function end(stream: Stream): void {
    if (!streams.delete(stream)) return;
    if (stream.sink !== null) sendFarewell(stream, stream.sink);
    for (const other of streamsOf(stream.userId)) other.newer.delete(stream.id);
    broadcast(`closed ${processId} ${stream.userId} ${stream.id}`);
    if (streams.size === 0) {
      clearInterval(ticking);
      ticking = undefined;
    }
  }

  /** Ends a stream in favor of another one. */
  function replace(stream: Stream): void {
    stream.farewell = `retry: ${REPLACED_RETRY_DELAY_MS}\n\n`;
    end(stream);
  }

  /**
   * Ends an address's oldest stream if it has half of all, or that of the largest holder if all are
   * in use.
   */
  function makeRoom(address: string): void {
    const byAddress = Map.groupBy(streams, (stream) => stream.address);
    const own = byAddress.get(address) ?? [];
    const isHalf = own.length >= Math.max(1, Math.floor(maxStreams / 2));
    if (!isHalf && streams.size < maxStreams) return;
    const largest = isHalf
      ? own
      : [...byAddress.values()].reduce((one, other) => (other.length > one.length ? other : one));
    const [oldest] = largest;
    if (oldest === undefined || (!isHalf && largest.length < 2)) {
      throw new AppError('UNAVAILABLE', 'Too many streams are open. Please try again later.', {
        retryAfterSeconds: 30,
        shedFor: 'event streams',
      });
    }
    replace(oldest);
  }

  /** Counts a new stream of a user, and ends older ones above the limit. */
  function countNewer(userId: string, streamId: string): void {
    for (const stream of streamsOf(userId)) {
      if (stream.id === streamId) continue;
      stream.newer.add(streamId);
      if (stream.newer.size >= MAX_STREAMS_PER_USER) replace(stream);
    }
  }

  /** Sends a message. Failures are ignored: a late limit is better than a failed request. */
  function broadcast(message: string): void {
    sendMessage(db, message).catch(() => undefined);
  }

  /** @param begun the streams to deliver to; ones that begin in the meantime are read separately */
  async function deliver(rows: readonly EventRow[], begun: readonly Stream[]): Promise<void> {
    const receiversOf = (userId: string, position: number) =>
      begun.filter((stream) => stream.userId === userId && stream.position < position);
    const relevant = rows.filter(
      (row) => receiversOf(row.user_id, Number(row.position)).length > 0,
    );
    for await (const { userId, position, text } of composeEvents(readers, relevant)) {
      for (const stream of receiversOf(userId, position)) {
        stream.position = position;
        if (text === '' || !streams.has(stream)) continue;
        stream.idSentAt = now().getTime();
        stream.sink?.write(text);
      }
    }
  }

  /** Reads and delivers the unread events of some users, to the end of the log. */
  async function deliverUnread(userIds: readonly string[]): Promise<void> {
    const begun = [...streams].filter(
      ({ sink, userId }) => sink !== null && userIds.includes(userId),
    );
    if (begun.length === 0) return;
    let after = Math.min(...begun.map(({ position }) => position));
    let rows: EventRow[];
    do {
      rows = await findEvents(db, userIds, after, maxRead);
      await deliver(rows, begun);
      after = Number(rows.at(-1)?.position ?? after);
    } while (rows.length === maxRead);
    // Streams without further events are up to date, too.
    for (const stream of begun) stream.position = Math.max(stream.position, after);
  }

  /** Reads for all users with unread events, including those added in the meantime. */
  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      while (behind.size > 0) {
        const userIds = [...behind];
        behind.clear();
        await deliverUnread(userIds);
      }
    } catch {
      // The database is unavailable or very busy.
      for (const { userId } of streams) behind.add(userId);
      setTimeout(() => void read(), RETRY_DELAY_MS).unref();
    } finally {
      isReading = false;
    }
  }

  /** Ends the streams whose token is no longer valid. */
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

  /** Returns the first text of a new stream. */
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
      ? await findEvents(db, [stream.userId], since.position, maxRead)
      : undefined;
    if (missed === undefined || missed.length === maxRead) return begin + RESET_EVENT;
    const newest = Math.max(last, ...missed.map(({ position }) => Number(position)));
    // Starts without an id, so that a stream that breaks here resumes after its last event.
    let texts = ': connected\n\n';
    for await (const { text } of composeEvents(readers, missed)) {
      texts += text;
      if (Buffer.byteLength(texts) > MAX_MISSED_BYTES) return begin + RESET_EVENT;
    }
    stream.position = newest;
    return texts;
  }

  return {
    open: async ({ userId, tokenHash, address }, lastId, connect) => {
      makeRoom(address);
      const id = randomUUID();
      const newer = new Set<string>();
      const stream: Stream = {
        id,
        userId,
        tokenHash,
        address,
        newer,
        sink: null,
        position: 0,
        idSentAt: 0,
        farewell: '',
      };
      streams.add(stream);
      try {
        const text = await findStart(stream, lastId);
        const sink = connect();
        // Its token may have been revoked, or newer streams may have replaced it.
        if (!streams.has(stream)) {
          sendFarewell(stream, sink);
          return () => undefined;
        }
        stream.sink = sink;
        sink.write(text);
      } catch (error) {
        end(stream);
        throw error;
      }
      ticking ??= setInterval(tick, commentMs).unref();
      countNewer(userId, id);
      broadcast(`opened ${processId} ${userId} ${id}`);
      // Delivers events that were added while opening.
      behind.add(userId);
      void read();
      return () => end(stream);
    },
    hear: (message) => {
      const [kind = '', ...facts] = message.split(' ');
      if (kind === 'session') void checkTokens();
      if (kind === 'event' && streamsOf(facts[0] ?? '').length > 0) {
        behind.add(facts[0] ?? '');
        void read();
      }
      const [process, userId = '', streamId = ''] = facts;
      if (process === processId) return;
      if (kind === 'opened') countNewer(userId, streamId);
      if (kind === 'closed') for (const stream of streamsOf(userId)) stream.newer.delete(streamId);
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

function sendFarewell({ farewell }: Stream, sink: EventSink): void {
  if (farewell !== '') sink.write(farewell);
  sink.end();
}
