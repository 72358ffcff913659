/**
 * Cached bodies that are worth compressing are stored in Brotli, which current browsers accept over HTTPS. They are
 * converted for clients that accept only gzip or no compression; recently used conversions are cached.
 */

import { LRUCache } from 'lru-cache';
import {
  compress,
  decompressBrotli,
  type EncodingName,
  isTextType,
  MIN_COMPRESSED_BYTES,
} from './encodings.ts';

/** Returns whether a body is worth compressing: text that is long enough. */
export function isCompressible(headers: Readonly<Record<string, string>>, body: Buffer): boolean {
  return body.length >= MIN_COMPRESSED_BYTES && isTextType(headers['content-type'] ?? '');
}

/** Copies a body out of a larger allocation, which would otherwise stay in memory. */
export function copyOut(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}

/** The encodings of a body that is stored in Brotli. */
export type BodyEncodings = {
  /** Returns the body in an encoding, or undefined if it must be converted first. */
  find: (encoding: EncodingName | undefined) => Buffer | undefined;
  /** Converts the body. Concurrent calls for the same encoding share one conversion. */
  convert: (encoding: EncodingName | undefined) => Promise<Buffer>;
};

/** @param maxBytes the maximum total size of cached conversions */
export function createBodyConverter(
  maxBytes: number,
): (stored: { body: Buffer; etag: string }) => BodyEncodings {
  const conversions =
    maxBytes > 0
      ? new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length })
      : undefined;
  const running = new Map<string, Promise<Buffer>>();

  async function convert(body: Buffer, encoding: EncodingName | undefined, key: string) {
    const uncompressed = await decompressBrotli(body);
    const converted = copyOut(
      encoding === undefined ? uncompressed : await compress(uncompressed, encoding),
    );
    conversions?.set(key, converted);
    return converted;
  }

  return ({ body, etag }) => {
    // The ETag in the key ties each conversion to one version of the content.
    const keyOf = (encoding: EncodingName | undefined) => `${encoding ?? ''} ${etag}`;
    const find = (encoding: EncodingName | undefined) =>
      encoding === 'br' ? body : conversions?.get(keyOf(encoding));
    return {
      find,
      convert: async (encoding) => {
        const key = keyOf(encoding);
        const existing = find(encoding) ?? running.get(key);
        if (existing !== undefined) return existing;
        const conversion = convert(body, encoding, key).finally(() => running.delete(key));
        running.set(key, conversion);
        return conversion;
      },
    };
  };
}
