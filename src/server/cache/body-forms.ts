/**
 * Cached bodies are stored in Brotli, which every browser accepts. For clients that accept only gzip or no
 * compression they are converted, and recently used conversions are cached.
 */

import { LRUCache } from 'lru-cache';
import {
  compress,
  type EncodingName,
  isTextType,
  MIN_COMPRESSED_BYTES,
  unpack,
} from './encodings.ts';

/** Returns whether a body is worth compressing: long enough, and text. */
export function isCompressible(headers: Readonly<Record<string, string>>, body: Buffer): boolean {
  return body.length >= MIN_COMPRESSED_BYTES && isTextType(headers['content-type'] ?? '');
}

/** Converts a body to another encoding; immediately if the conversion is cached. */
export type BodyForms = (
  held: { body: Buffer; etag: string },
  encoding: EncodingName | undefined,
) => Buffer | Promise<Buffer>;

/** @param maxBytes limit of all cached conversions together */
export function createBodyForms(maxBytes: number): BodyForms {
  const forms =
    maxBytes > 0
      ? new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length })
      : undefined;

  async function convert(body: Buffer, encoding: EncodingName | undefined, key: string) {
    const plain = await unpack(body);
    const form = encoding === undefined ? plain : await compress(plain, encoding);
    forms?.set(key, form);
    return form;
  }

  return ({ body, etag }, encoding) => {
    if (encoding === 'br') return body;
    // Keyed by the content, so that a conversion never belongs to another version.
    const key = `${encoding ?? ''} ${etag}`;
    return forms?.get(key) ?? convert(body, encoding, key);
  };
}
