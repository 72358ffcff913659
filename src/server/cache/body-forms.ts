/**
 * The bodies of cached responses as clients want them. They are held as brotli, which every browser reads; for the few
 * who read gzip alone or nothing compressed they are made into that, and those asked for lately are held beside.
 */

import { LRUCache } from 'lru-cache';
import {
  compress,
  COMPRESSED_LEAST_BYTES,
  type EncodingName,
  isTextType,
  unpack,
} from './encodings.ts';

/** What of a cached response concerns its body. */
export type CachedBody = {
  /** In `encoding`, or as it was made where there is none. */
  body: Buffer;
  etag: string;
  encoding?: EncodingName;
};

/** Whether a body is held compressed: a text that is long enough for it. */
export function isWorthPacking({ headers, body }: PackableResponse): boolean {
  return body.length >= COMPRESSED_LEAST_BYTES && isTextType(headers['content-type'] ?? '');
}

type PackableResponse = { headers: Readonly<Record<string, string>>; body: Buffer };

/** A body as it is sent, and its `Content-Encoding`. */
export type BodyForm = { body: Buffer; encoding: EncodingName | undefined };

/** Makes forms, and holds some. */
export type BodyForms = {
  /** A form that is at hand; undefined where it has to be made. */
  peek: (cached: CachedBody, encoding: EncodingName | undefined) => BodyForm | undefined;
  /** A form, made if it is not at hand. */
  get: (cached: CachedBody, encoding: EncodingName | undefined) => Promise<BodyForm>;
};

/** @param maxBytes of all forms that are held beside the cached one */
export function createBodyForms(maxBytes: number): BodyForms {
  const held =
    maxBytes > 0
      ? new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length })
      : undefined;
  const making = new Map<string, Promise<Buffer>>();

  /** By its content, so that a form is never another version's. */
  const keyOf = ({ etag }: CachedBody, encoding: EncodingName | undefined) =>
    `${encoding ?? ''} ${etag}`;

  async function make(cached: CachedBody, encoding: EncodingName | undefined): Promise<Buffer> {
    const plain = cached.encoding === undefined ? cached.body : await unpack(cached.body);
    return encoding === undefined ? plain : compress(plain, encoding);
  }

  const peek: BodyForms['peek'] = (cached, encoding) => {
    if (cached.encoding === encoding) return { body: cached.body, encoding };
    if (cached.encoding === undefined && cached.body.length < COMPRESSED_LEAST_BYTES)
      return { body: cached.body, encoding: undefined };
    const body = held?.get(keyOf(cached, encoding));
    return body === undefined ? undefined : { body, encoding };
  };

  return {
    peek,
    get: async (cached, encoding) => {
      const known = peek(cached, encoding);
      if (known !== undefined) return known;
      const key = keyOf(cached, encoding);
      const made = making.get(key) ?? make(cached, encoding);
      making.set(key, made);
      try {
        const body = await made;
        held?.set(key, body);
        return { body, encoding };
      } finally {
        making.delete(key);
      }
    },
  };
}
