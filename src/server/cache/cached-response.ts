/** What is cached: a response that is the same for every visitor. */

import type { BodyForms } from './body-forms.ts';
import type { Dependency } from './dependencies.ts';
import type { EncodingName } from './encodings.ts';

/** What a response was sent with the first time; shared by all forms of it. */
export type SentHeaders = {
  /** Names and values in turns, as Node.js takes them; absent until it was sent. */
  all?: string[];
  /** Its route, for the metrics. */
  route?: string;
};

/** A response as it is sent: its body, and the headers that belong to it. */
export type CachedResponse = {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** As it is held: compressed, where `encoding` says so. */
  body: Buffer;
  etag: string;
  encoding?: EncodingName;
  /** Where its other forms come from, if it is held compressed. */
  forms?: BodyForms;
  /** What it was sent with; see quick-responses.ts. Absent where it is not cached. */
  sent?: SentHeaders;
  /** What it was made of; absent where every change of public data counts. */
  dependsOn?: readonly Dependency[] | undefined;
  /**
   * As of when it is, by the clock of the cache: when its making was begun, or earlier where what it is made of was there
   * already. Absent where it is not cached.
   */
  madeAtMs?: number | undefined;
  /** Whole seconds since it was created, where it stands in for one that cannot be created now; absent otherwise. */
  staleSeconds?: number;
};
