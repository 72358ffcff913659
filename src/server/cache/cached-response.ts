/** The type of cached responses, which are the same for every visitor. */

import type { BodyEncodings } from './convert-body.ts';
import type { EncodingName } from './encodings.ts';

/** A response as sent: its body and the headers that belong to it. */
export type CachedResponse = {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Compressed if `encoding` is set. */
  body: Buffer;
  etag: string;
  encoding?: EncodingName;
  /** Converts the body to other encodings; absent unless the body is stored compressed. */
  encodings?: BodyEncodings;
  /**
   * Holds the headers that the response was first sent with; shared by all copies of the response.
   * Absent unless the response came from the cache.
   */
  sent?: SentHeaders;
  /** Age in whole seconds of a response served while the database is down; absent otherwise. */
  staleSeconds?: number;
};

/** The headers that the hooks set when a response was first sent. */
export type SentHeaders = {
  /**
   * Alternating names and values, as Node.js accepts them, without headers such as `Date` that differ
   * each time. Absent until the response is first sent.
   */
  all?: string[];
};
