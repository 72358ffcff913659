/** A cached response: the same for every visitor. */

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
  /** The body in other encodings; absent unless the body is stored compressed. */
  encodings?: BodyEncodings;
  /**
   * The headers it was sent with, shared by all copies. Absent unless the response came from the
   * cache.
   */
  sent?: SentHeaders;
  /** Age in whole seconds of a response served while the database is down; absent otherwise. */
  staleSeconds?: number;
};

export type SentHeaders = {
  /**
   * Alternating names and values, as Node.js accepts them. Absent until the response is first sent.
   */
  all?: string[];
};
