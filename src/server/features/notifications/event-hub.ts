/** The open event streams of this process, in sync with all other processes (decision 023). */

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

/** Streams of one user, over all processes; one more ends the oldest (docs/product/notifications.md). */
const STREAMS_PER_PERSON = 5;
/** Streams of one process, of which one IP address has half at most (docs/product/notifications.md, Events). */
const STREAMS_PER_PROCESS = 1_000;
/** Between two comments, which show proxies and browsers that the connection is alive. */
const COMMENT_MS = 15_000;
/** A stream without events gets a new id this often, so that it can go on after a long silence. */
const ID_REFRESH_MS = 10 * 60_000;
/** A read that failed is tried again after so long, in milliseconds. */
const RETRY_MS = 500;
/** Events that one statement reads, and that one stream may be behind before it starts again. */
const MAX_READ = 500;
/** Bytes of what a stream has missed; above that it starts again. */
const MAX_MISSED_BYTES = 1024 * 1024;
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
   * @throws AppError UNAVAILABLE when this process has as many streams as it can hold, all of different addresses
   */
  open: (
    person: {
      userId: string;
      tokenHash: Buffer;
      /** Where it comes from, see addressKey. */
      address: string;
    },
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
  address: string;
  /** Null until the stream has begun. */
  sink: EventSink | null;
  /** Id of the last event written to it, or of the last one before it was opened. */
  position: number;
  idSentAt: number;
  /** Streams of the same user that were opened later and are still open, in any process. */
  newer: Set<string>;
  /** Written to the stream before it ends. */
  farewell: string;
};

/**
 * @param options.readers what becomes of the references in the log, see `EventReaders`
 * @param options.readMost instead of `MAX_READ`
 */
export function createEventHub(options: {
  db: Database;
  now: () => Date;
  readers: EventReaders;
  streamsMost?: number;
  commentMs?: number;
  readMost?: number;
}): EventHub {
  const { db, now, readers, streamsMost = STREAMS_PER_PROCESS, commentMs = COMMENT_MS } = options;
  const { readMost = MAX_READ } = options;
  const processId = randomUUID();
  const streams = new Set<Stream>();
  /** People whose streams have to be brought up to date. */
  const behind = new Set<string>();
  let isReading = false;
  let ticking: NodeJS.Timeout | undefined;

  const streamsOf = (userId: string) => [...streams].filter((one) => one.userId === userId);

  function end(stream: Stream): void {
    if (!streams.delete(stream)) return;
    if (stream.sink !== null) sayFarewell(stream, stream.sink);
    for (const other of streamsOf(stream.userId)) other.newer.delete(stream.id);
    broadcast(`closed ${processId} ${stream.userId} ${stream.id}`);
    if (streams.size === 0) {
      clearInterval(ticking);
      ticking = undefined;
    }
  }

  /** Ends a stream for the sake of another one. */
  function replace(stream: Stream): void {
    stream.farewell = `retry: ${REPLACED_RETRY_MS}\n\n`;
    end(stream);
  }

  /** Ends the oldest stream of an address that has half of all, or of the one with most if there is no room for another. */
  function makeRoom(address: string): void {
    const byAddress = Map.groupBy(streams, (stream) => stream.address);
    const own = byAddress.get(address) ?? [];
    const isHalf = own.length >= Math.max(1, Math.floor(streamsMost / 2));
    if (!isHalf && streams.size < streamsMost) return;
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

  /** One more stream of a user: the older ones count it. */
  function countNewer(userId: string, streamId: string): void {
    for (const stream of streamsOf(userId)) {
      if (stream.id === streamId) continue;
      stream.newer.add(streamId);
      if (stream.newer.size >= STREAMS_PER_PERSON) replace(stream);
    }
  }

  /** A limit that holds a moment late is better than a request that fails. */
  function broadcast(message: string): void {
    sendMessage(db, message).catch(() => undefined);
  }

  /** @param begun the streams that were behind; one that begins in the meantime is read separately */
  async function deliver(rows: readonly EventRow[], begun: readonly Stream[]): Promise<void> {
    const waiting = (userId: string, position: number) =>
      begun.filter((stream) => stream.userId === userId && stream.position < position);
    const wanted = rows.filter((row) => waiting(row.user_id, Number(row.position)).length > 0);
    for await (const { userId, position, text } of composeEvents(readers, wanted)) {
      for (const stream of waiting(userId, position)) {
        stream.position = position;
        if (text === '' || !streams.has(stream)) continue;
        stream.idSentAt = now().getTime();
        stream.sink?.write(text);
      }
    }
  }

  /** Reads what some people have not had yet, to the end of the log. */
  async function bringUpToDate(userIds: readonly string[]): Promise<void> {
    const begun = [...streams].filter(
      ({ sink, userId }) => sink !== null && userIds.includes(userId),
    );
    if (begun.length === 0) return;
    let after = Math.min(...begun.map(({ position }) => position));
    let rows: EventRow[];
    do {
      rows = await findEvents(db, userIds, after, readMost);
      await deliver(rows, begun);
      after = Number(rows.at(-1)?.position ?? after);
    } while (rows.length === readMost);
    // Whose events end earlier has nothing in between.
    for (const stream of begun) stream.position = Math.max(stream.position, after);
  }

  /** All streams that fall behind in the meantime are read together. */
  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      while (behind.size > 0) {
        const userIds = [...behind];
        behind.clear();
        await bringUpToDate(userIds);
      }
    } catch {
      // The database is away, or very busy.
      for (const { userId } of streams) behind.add(userId);
      setTimeout(() => void read(), RETRY_MS).unref();
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

  /** The first events of a new stream. */
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
      ? await findEvents(db, [stream.userId], since.position, readMost)
      : undefined;
    if (missed === undefined || missed.length === readMost) return begin + RESET_EVENT;
    const newest = Math.max(last, ...missed.map(({ position }) => Number(position)));
    // No id of its own comes first: a stream that breaks in between resumes after its last event.
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
        // Its token may be gone by now, or newer streams have its place.
        if (!streams.has(stream)) {
          sayFarewell(stream, sink);
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
      // Events during the opening.
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

function sayFarewell({ farewell }: Stream, sink: EventSink): void {
  if (farewell !== '') sink.write(farewell);
  sink.end();
}
