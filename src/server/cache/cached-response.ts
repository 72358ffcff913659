/** A cached response: the same for every visitor. */

import type { EncodingName } from './encodings.ts';

/** A response as it is sent: its body, and the headers that belong to it. */
export type CachedResponse = {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Compressed, where `encoding` says so. */
  body: Buffer;
  etag: string;
  encoding?: EncodingName;
  /** The body in the encoding that a client accepts; absent unless the body is held compressed. */
  bodyAs?: (encoding: EncodingName | undefined) => Buffer | Promise<Buffer>;
  /** The headers with which it was sent, shared by all copies of it; absent unless it came from the cache. */
  sent?: SentHeaders;
  /** Age in whole seconds of a response served while the database is away; absent otherwise. */
  staleSeconds?: number;
};

export type SentHeaders = {
  /** Names and values in turns, as Node.js takes them; absent until it was sent for the first time. */
  all?: string[];
};
