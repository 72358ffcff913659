/** Content encodings (RFC 9110, 8.4): negotiation and compression. */

import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

/** A `Content-Encoding` value. */
export type EncodingName = 'br' | 'gzip';

/** Smaller responses fit in one packet anyway. */
export const MIN_COMPRESSED_BYTES = 1_000;

const TEXT_TYPE = /^(text\/|application\/(json|xml|manifest\+json)\b)/;

/** Returns whether a media type is worth compressing. */
export const isTextType = (contentType: string) => TEXT_TYPE.test(contentType);

/**
 * Brotli compresses a list of homes to three quarters of its gzip size because the list's
 * repetitions are far apart. Higher quality levels save little but take much longer.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const COMPRESSORS: Record<EncodingName, (body: Buffer) => Promise<Buffer>> = {
  br: async (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: promisify<Buffer, Buffer>(gzip),
};

/** In order of preference. */
const ENCODINGS: readonly { name: EncodingName; accepted: RegExp }[] = (
  ['br', 'gzip'] as const
).map((name) => ({
  name,
  accepted: new RegExp(`(?:^|,)\\s*${name}\\s*(?:,|$|;\\s*q=(?:1|0\\.\\d*[1-9]))`, 'i'),
}));

/**
 * Returns the best encoding that `Accept-Encoding` allows, or undefined if there is none (RFC 9110,
 * 12.5.3).
 */
export function pickEncoding(accepted: string | string[] | undefined): EncodingName | undefined {
  if (typeof accepted !== 'string') return undefined;
  return ENCODINGS.find((encoding) => encoding.accepted.test(accepted))?.name;
}

/** Compresses off the main thread. */
export const compress = (body: Buffer, name: EncodingName): Promise<Buffer> =>
  COMPRESSORS[name](body);

/** Decompresses a body stored in the cache. */
export const decompressBrotli = promisify<Buffer, Buffer>(brotliDecompress);
