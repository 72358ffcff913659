/** Texts go out compressed: pages, responses of the API, sitemaps. */

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * How, best first. Brotli makes a list of homes a quarter smaller than gzip, because what stands twice in it stands far
 * apart; more of its effort than this takes much longer than it saves.
 */
const ENCODINGS = [
  {
    name: 'br',
    isAccepted: isAcceptedBy('br'),
    compress: async (body: Buffer) =>
      promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  },
  { name: 'gzip', isAccepted: isAcceptedBy('gzip'), compress: promisify<Buffer, Buffer>(gzip) },
] as const;

type Encoding = (typeof ENCODINGS)[number];

/** Below it, in bytes, a response fits in one packet anyway. */
const COMPRESSED_LEAST_BYTES = 1_000;

const TEXT_TYPE = /^(text\/|application\/(json|xml|manifest\+json)\b)/;

/** Whether a client can read an encoding (RFC 9110, 12.5.3). */
function isAcceptedBy(encoding: string): (request: FastifyRequest) => boolean {
  const pattern = new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:,|$|;\\s*q=(?:1|0\\.\\d*[1-9]))`, 'i');
  return ({ headers }) => pattern.test(headers['accept-encoding'] ?? '');
}

/**
 * Must be installed before the routes. Built files are compressed by the build, and streams go out as they are.
 *
 * A compressed secret can be guessed by the length of what somebody else adds to it. No other site can make a browser
 * send our token, so nobody else adds anything to what one user is sent; responses with a token itself are left as
 * they are all the same.
 */
export function installCompression(app: FastifyInstance): void {
  const compress = createCompressor();
  app.addHook('onSend', async (request, reply, payload) => {
    // What is still fresh says what its response would vary by (RFC 9110, 15.4.5).
    if (reply.statusCode === 304) addVary(reply);
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isText || !isCompressible(request, reply)) return payload;
    addVary(reply);
    const encoding = ENCODINGS.find(({ isAccepted }) => isAccepted(request));
    if (encoding === undefined || payload.length < COMPRESSED_LEAST_BYTES) return payload;
    reply.header('Content-Encoding', encoding.name).removeHeader('Content-Length');
    return compress(payload, encoding);
  });
}

function isCompressible(request: FastifyRequest, reply: FastifyReply): boolean {
  return (
    TEXT_TYPE.test(String(reply.getHeader('content-type') ?? '')) &&
    !reply.hasHeader('content-encoding') &&
    !request.url.startsWith('/api/auth/')
  );
}

function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  if (/\baccept-encoding\b/i.test(String(vary ?? ''))) return;
  reply.header('Vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`);
}

/** A body that is sent again, as those of the response cache are, is compressed once in each encoding. */
function createCompressor() {
  const known = new WeakMap<Buffer, Map<string, Promise<Buffer>>>();
  return (payload: string | Buffer, { name, compress }: Encoding): Promise<Buffer> => {
    if (typeof payload === 'string') return compress(Buffer.from(payload));
    const ofPayload = known.get(payload) ?? new Map<string, Promise<Buffer>>();
    known.set(payload, ofPayload);
    const compressed = ofPayload.get(name) ?? compress(payload);
    ofPayload.set(name, compressed);
    return compressed;
  };
}
