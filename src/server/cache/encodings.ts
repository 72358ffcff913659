/** How texts are made smaller on their way (RFC 9110, 8.4): what a client can read, and the work itself. */

import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

/** As `Content-Encoding` names it. */
export type EncodingName = 'br' | 'gzip';

/** Below it, in bytes, a response fits in one packet anyway. */
export const MIN_COMPRESSED_BYTES = 1_000;

const TEXT_TYPE = /^(text\/|application\/(json|xml|manifest\+json)\b)/;

/** Whether a media type gets smaller by it. */
export const isTextType = (contentType: string) => TEXT_TYPE.test(contentType);

/**
 * Brotli makes a list of homes a quarter smaller than gzip, because what stands twice in it stands far apart; more of
 * its effort than this takes much longer than it saves.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const COMPRESSORS: Record<EncodingName, (body: Buffer) => Promise<Buffer>> = {
  br: async (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: promisify<Buffer, Buffer>(gzip),
};

/** Best first. */
const PREFERRED: readonly { name: EncodingName; accepted: RegExp }[] = (
  ['br', 'gzip'] as const
).map((name) => ({
  name,
  accepted: new RegExp(`(?:^|,)\\s*${name}\\s*(?:,|$|;\\s*q=(?:1|0\\.\\d*[1-9]))`, 'i'),
}));

/** Browsers send a handful of different headers. */
const MAX_KNOWN_HEADERS = 100;
const known = new Map<string, EncodingName | undefined>();

/** The best encoding that a client can read, by its `Accept-Encoding`; undefined for none (RFC 9110, 12.5.3). */
export function pickEncoding(accepted: string | string[] | undefined): EncodingName | undefined {
  if (typeof accepted !== 'string') return undefined;
  if (known.has(accepted)) return known.get(accepted);
  const name = PREFERRED.find((each) => each.accepted.test(accepted))?.name;
  if (known.size < MAX_KNOWN_HEADERS) known.set(accepted, name);
  return name;
}

const compressed = new WeakMap<Buffer, Map<EncodingName, Promise<Buffer>>>();

/** Compresses off the main thread; a body that several are waiting for is compressed once. */
export function compress(body: Buffer, name: EncodingName): Promise<Buffer> {
  const ofBody = compressed.get(body) ?? new Map<EncodingName, Promise<Buffer>>();
  compressed.set(body, ofBody);
  const made = ofBody.get(name) ?? COMPRESSORS[name](body);
  ofBody.set(name, made);
  return made;
}

/** Undoes `br`, in which responses are cached. */
export const unpack = promisify<Buffer, Buffer>(brotliDecompress);
