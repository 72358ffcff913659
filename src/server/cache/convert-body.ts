/**
 * Cached bodies are stored in Brotli, which every browser accepts. They are converted for clients that accept only
 * gzip or no compression; recently used conversions are cached.
 */

import { LRUCache } from 'lru-cache';
import {
  compress,
  decompressBrotli,
  type EncodingName,
  isTextType,
  MIN_COMPRESSED_BYTES,
} from './encodings.ts';

/** Returns whether a body is worth compressing: long enough, and text. */
export function isCompressible(headers: Readonly<Record<string, string>>, body: Buffer): boolean {
  return body.length >= MIN_COMPRESSED_BYTES && isTextType(headers['content-type'] ?? '');
}

/** Converts a body to another encoding; immediately if the conversion is cached. */
export type ConvertBody = (
  stored: { body: Buffer; etag: string },
  encoding: EncodingName | undefined,
) => Buffer | Promise<Buffer>;

/** @param maxBytes total limit of cached conversions */
export function createBodyConverter(maxBytes: number): ConvertBody {
  const conversions =
    maxBytes > 0
      ? new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length })
      : undefined;

  async function convert(body: Buffer, encoding: EncodingName | undefined, key: string) {
    const uncompressed = await decompressBrotli(body);
    const converted =
      encoding === undefined ? uncompressed : await compress(uncompressed, encoding);
    conversions?.set(key, converted);
    return converted;
  }

  return ({ body, etag }, encoding) => {
    if (encoding === 'br') return body;
    // The ETag in the key ties each conversion to one version of the content.
    const key = `${encoding ?? ''} ${etag}`;
    return conversions?.get(key) ?? convert(body, encoding, key);
  };
}
