/** Compresses text responses: pages, API responses, sitemaps. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compress, MIN_COMPRESSED_BYTES, isTextType, pickEncoding } from '../../cache/encodings.ts';
import { hasUrlToken } from '../url-token.ts';

/**
 * Must be installed before the routes. Built files are compressed by the build, cached responses are stored
 * compressed, and streams are sent uncompressed.
 *
 * An attacker who can inject text into a compressed response can guess its secrets from its length. Other sites cannot
 * make a browser send the site's token, so attackers cannot inject text into a user's responses. As an additional
 * precaution, responses that contain a token, such as pages of emailed links, are sent uncompressed.
 */
export function installCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    // A 304 repeats the response's Vary (RFC 9110, 15.4.5).
    if (reply.statusCode === 304) addVary(reply);
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isText || !isCompressible(request, reply)) return payload;
    addVary(reply);
    if (reply.hasHeader('content-encoding')) return payload;
    const encoding = pickEncoding(request.headers['accept-encoding']);
    if (encoding === undefined || payload.length < MIN_COMPRESSED_BYTES) return payload;
    reply.header('Content-Encoding', encoding).removeHeader('Content-Length');
    return compress(typeof payload === 'string' ? Buffer.from(payload) : payload, encoding);
  });
}

function isCompressible(request: FastifyRequest, reply: FastifyReply): boolean {
  return (
    isTextType(String(reply.getHeader('content-type') ?? '')) &&
    // The URL itself can be percent-encoded.
    request.routeOptions.url?.startsWith('/api/auth/') !== true &&
    !hasUrlToken(request.url)
  );
}

function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  if (/\baccept-encoding\b/i.test(String(vary ?? ''))) return;
  reply.header('Vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`);
}
