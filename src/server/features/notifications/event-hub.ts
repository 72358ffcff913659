/** The open event streams of this process, synchronized with other processes (decision 023). */

import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { RESUME_WINDOW_MS, formatId, parseLastId, RESET_EVENT } from './event-format.ts';
import { composeEvents, type EventReaders } from './compose-events.ts';
import {
  findEvents,
  findLastPosition,
  findValidTokens,
  sendMessage,
  type EventRow,
} from './event-repository.ts';

/**
 * The maximum number of streams per user across all processes. Opening another one ends the oldest
 * (docs/product/notifications.md).
 */
const MAX_STREAMS_PER_USER = 5;
/**
 * The maximum number of streams per process; an IP address can have at most half of them
 * (docs/product/notifications.md, Events).
 */
const MAX_STREAMS_PER_PROCESS = 1_000;
/** The interval of comments that keep connections alive in proxies and browsers. */
const COMMENT_INTERVAL_MS = 15_000;
/** The interval of new IDs on idle streams, which allow them to resume after a long idle time. */
const ID_REFRESH_MS = 10 * 60_000;
/** The delay before retrying a failed read. */
const RETRY_DELAY_MS = 500;
/** The maximum number of events per read; a stream that missed this many gets `reset`. */
const MAX_EVENTS_PER_READ = 500;
/** The maximum size of missed events; a stream that missed more gets `reset`. */
const MAX_MISSED_BYTES = 1024 * 1024;
/** The reconnection delay of a replaced stream. Reconnecting immediately would end a newer one. */
const REPLACED_RETRY_DELAY_MS = 5 * 60_000;

/** The output of a stream. */
export type EventSink = { write: (text: string) => void; end: () => void };

export type EventHub = {
  /**
   * Opens a stream and writes later events to it.
   *
   * @param lastId the header Last-Event-ID: missed events are written first, or `reset` if they are
   *   unknown or too many
   * @param connect called once the stream begins; returns its output
   * @returns a function to call when the connection is closed
   * @throws AppError UNAVAILABLE if this process has its maximum number of streams, all from
   *   different IP addresses
   */
  open: (
    client: {
      userId: string;
      tokenHash: Buffer;
      /** The client's IPv4 address, or the network of its IPv6 address. */
      address: string;
    },
    lastId: string | undefined,
    connect: () => EventSink,
  ) => Promise<() => void>;
  /** Handles a message from the channel `doorstep_events`. */
  handleMessage: (message: string) => void;
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
  /** Null until the stream has started. */
  sink: EventSink | null;
  /** The position in the log up to which the stream has all of its events. */
  position: number;
  idSentAt: number;
  /** Streams of the same user that were opened later and are still open, in any process. */
  newer: Set<string>;
  /** Written to the stream before it ends. */
  closingText: string;
};

/**
 * @param options.readers expand the references in the log, see `EventReaders`
 * @param options.maxRead replaces `MAX_EVENTS_PER_READ`
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
  const { maxRead = MAX_EVENTS_PER_READ } = options;
  const processId = randomUUID();
  const streams = new Set<Stream>();
  /** Users whose streams have unread events. */
  const usersWithUnread = new Set<string>();
  let isReading = false;
  let timer: NodeJS.Timeout | undefined;

  const streamsOf = (userId: string) => [...streams].filter((stream) => stream.userId === userId);

  function end(stream: Stream): void {
    if (!streams.delete(stream)) return;
    if (stream.sink !== null) writeClosingText(stream, stream.sink);
    for (const other of streamsOf(stream.userId)) other.newer.delete(stream.id);
    broadcast(`closed ${processId} ${stream.userId} ${stream.id}`);
    if (streams.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  /** Ends a stream that a newer one has replaced. */
  function replace(stream: Stream): void {
    stream.closingText = `retry: ${REPLACED_RETRY_DELAY_MS}\n\n`;
    end(stream);
  }

  /**
   * If the client's IP address has half of the allowed streams, ends its oldest one. Otherwise, if
   * all streams are in use, ends the oldest stream of the IP address with the most.
   *
   * @throws AppError UNAVAILABLE if all streams are in use and no IP address has more than one
   */
  function makeRoom(address: string): void {
    const byAddress = Map.groupBy(streams, (stream) => stream.address);
    const addressStreams = byAddress.get(address) ?? [];
    const hasHalfOfStreams = addressStreams.length >= Math.max(1, Math.floor(maxStreams / 2));
    if (!hasHalfOfStreams && streams.size < maxStreams) return;
    const largest = hasHalfOfStreams
      ? addressStreams
      : [...byAddress.values()].reduce((max, list) => (list.length > max.length ? list : max));
    const [oldest] = largest;
    if (oldest === undefined || (!hasHalfOfStreams && largest.length < 2)) {
      throw new AppError('UNAVAILABLE', 'Too many streams are open. Please try again later.', {
        retryAfterSeconds: 30,
        shedFor: 'event streams',
      });
    }
    replace(oldest);
  }

  /** Counts a user's new stream and ends older ones above the limit. */
  function countNewer(userId: string, streamId: string): void {
    for (const stream of streamsOf(userId)) {
      if (stream.id === streamId) continue;
      stream.newer.add(streamId);
      if (stream.newer.size >= MAX_STREAMS_PER_USER) replace(stream);
    }
  }

  /**
   * Sends a message to all processes. Ignores failures because enforcing the limit late is better than
   * failing the request.
   */
  function broadcast(message: string): void {
    sendMessage(db, message).catch(() => undefined);
  }

  /** @param startedStreams the streams to deliver to; those that start in the meantime read separately */
  async function deliver(
    rows: readonly EventRow[],
    startedStreams: readonly Stream[],
  ): Promise<void> {
    const receiversOf = (userId: string, position: number) =>
      startedStreams.filter((stream) => stream.userId === userId && stream.position < position);
    const rowsWithReceivers = rows.filter(
      (row) => receiversOf(row.user_id, Number(row.position)).length > 0,
    );
    for await (const { userId, position, text } of composeEvents(readers, rowsWithReceivers)) {
      for (const stream of receiversOf(userId, position)) {
        stream.position = position;
        if (text === '' || !streams.has(stream)) continue;
        stream.idSentAt = now().getTime();
        stream.sink?.write(text);
      }
    }
  }

  /** Delivers all unread events of some users. */
  async function deliverUnread(userIds: readonly string[]): Promise<void> {
    const startedStreams = [...streams].filter(
      ({ sink, userId }) => sink !== null && userIds.includes(userId),
    );
    if (startedStreams.length === 0) return;
    let after = Math.min(...startedStreams.map(({ position }) => position));
    let rows: EventRow[];
    do {
      rows = await findEvents(db, userIds, after, maxRead);
      await deliver(rows, startedStreams);
      after = Number(rows.at(-1)?.position ?? after);
    } while (rows.length === maxRead);
    // Streams without additional events are also up to date.
    for (const stream of startedStreams) stream.position = Math.max(stream.position, after);
  }

  /** Delivers events to all users with unread ones, including users added in the meantime. */
  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      while (usersWithUnread.size > 0) {
        const userIds = [...usersWithUnread];
        usersWithUnread.clear();
        await deliverUnread(userIds);
      }
    } catch {
      // The database is unavailable or very busy.
      for (const { userId } of streams) usersWithUnread.add(userId);
      setTimeout(() => void read(), RETRY_DELAY_MS).unref();
    } finally {
      isReading = false;
    }
  }

  /** Ends streams whose token is no longer valid, or whose account has to set up a second factor. */
  async function checkTokens(): Promise<void> {
    const candidates = [...streams];
    if (candidates.length === 0) return;
    const hashes = candidates.map(({ tokenHash }) => tokenHash);
    const valid = await findValidTokens(db, hashes, now()).catch(() => null);
    if (valid === null) return;
    for (const stream of candidates) if (!valid.has(stream.tokenHash.toString('hex'))) end(stream);
  }

  function tick(): void {
    const time = now().getTime();
    for (const stream of streams) {
      const needsNewId = time - stream.idSentAt > ID_REFRESH_MS;
      if (needsNewId) stream.idSentAt = time;
      stream.sink?.write(needsNewId ? `:\nid: ${formatId(stream.position, time)}\n\n` : ':\n\n');
    }
    void read();
    void checkTokens();
  }

  /** Sets the position of a new stream and returns its first text. */
  async function prepareStart(stream: Stream, lastId: string | undefined): Promise<string> {
    const last = await findLastPosition(db);
    const time = now().getTime();
    stream.position = last;
    stream.idSentAt = time;
    const greeting = `: connected\nid: ${formatId(last, time)}\n\n`;
    if (lastId === undefined) return greeting;
    const since = parseLastId(lastId);
    const isKnown =
      since !== null && since.position <= last && Math.abs(time - since.time) <= RESUME_WINDOW_MS;
    const missed = isKnown
      ? await findEvents(db, [stream.userId], since.position, maxRead)
      : undefined;
    if (missed === undefined || missed.length === maxRead) return greeting + RESET_EVENT;
    const newest = Math.max(last, ...missed.map(({ position }) => Number(position)));
    // Has no id: a stream that breaks here resumes after its last event.
    let texts = ': connected\n\n';
    for await (const { text } of composeEvents(readers, missed)) {
      texts += text;
      if (Buffer.byteLength(texts) > MAX_MISSED_BYTES) return greeting + RESET_EVENT;
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
        closingText: '',
      };
      streams.add(stream);
      try {
        const text = await prepareStart(stream, lastId);
        const sink = connect();
        // Its token may have been revoked, or newer streams may have replaced it.
        if (!streams.has(stream)) {
          writeClosingText(stream, sink);
          return () => undefined;
        }
        stream.sink = sink;
        sink.write(text);
      } catch (error) {
        end(stream);
        throw error;
      }
      timer ??= setInterval(tick, commentMs).unref();
      countNewer(userId, id);
      broadcast(`opened ${processId} ${userId} ${id}`);
      // Delivers events that were added while the stream was opening.
      usersWithUnread.add(userId);
      void read();
      return () => end(stream);
    },
    handleMessage: (message) => {
      const [kind = '', ...args] = message.split(' ');
      if (kind === 'session') void checkTokens();
      if (kind === 'event' && streamsOf(args[0] ?? '').length > 0) {
        usersWithUnread.add(args[0] ?? '');
        void read();
      }
      const [process, userId = '', streamId = ''] = args;
      if (process === processId) return;
      if (kind === 'opened') countNewer(userId, streamId);
      if (kind === 'closed') for (const stream of streamsOf(userId)) stream.newer.delete(streamId);
    },
    catchUp: () => {
      for (const { userId } of streams) usersWithUnread.add(userId);
      void read();
      void checkTokens();
    },
    count: () => streams.size,
    close: () => {
      for (const stream of streams) end(stream);
    },
  };
}

function writeClosingText({ closingText }: Stream, sink: EventSink): void {
  if (closingText !== '') sink.write(closingText);
  sink.end();
}
