/** Compresses text responses, such as pages, API responses, and sitemaps. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  compress,
  type EncodingName,
  isTextType,
  MIN_COMPRESSED_BYTES,
  pickEncoding,
} from '../../cache/encodings.ts';
import { hasUrlToken } from '../url-token.ts';

/**
 * Installs the compression of responses. Must be called before the routes are registered. Built files are compressed by
 * the build, cached responses are stored compressed, and streams are sent uncompressed.
 *
 * An attacker who can inject text into a compressed response can guess its secrets from its length. Other sites cannot
 * make a browser send the site's token, so attackers cannot inject text into a user's responses. As an additional
 * precaution, responses that contain a token, such as pages of emailed links, are sent uncompressed.
 */
export function installCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    // A 304 repeats the response's Vary (RFC 9110, 15.4.5).
    if (reply.statusCode === 304) addVary(reply);
    const type = String(reply.getHeader('content-type') ?? '');
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isText || !isCompressible(request, type)) return payload;
    addVary(reply);
    if (reply.hasHeader('content-encoding')) return payload;
    const { body, encoding } = await compressForClient(request, type, payload);
    if (encoding !== undefined)
      reply.header('Content-Encoding', encoding).removeHeader('Content-Length');
    return body;
  });
}

/**
 * Compresses a body in an encoding that the client accepts, unless the body is short, not text, or can contain a token.
 * Call this in the request's queue slot if the body can be long, so that the number of uncompressed bodies in memory is
 * limited.
 */
export async function compressForClient(
  request: FastifyRequest,
  contentType: string,
  body: string | Buffer,
): Promise<{ body: string | Buffer; encoding?: EncodingName }> {
  const encoding = pickEncoding(request.headers['accept-encoding']);
  if (
    encoding === undefined ||
    body.length < MIN_COMPRESSED_BYTES ||
    !isCompressible(request, contentType)
  )
    return { body };
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return { body: await compress(bytes, encoding), encoding };
}

const isCompressible = ({ url, routeOptions }: FastifyRequest, contentType: string): boolean =>
  isTextType(contentType) &&
  // Checks the route because the URL can be percent-encoded.
  routeOptions.url?.startsWith('/api/auth/') !== true &&
  !hasUrlToken(url);

function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  if (/\baccept-encoding\b/i.test(String(vary ?? ''))) return;
  reply.header('Vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`);
}
