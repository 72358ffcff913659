/** Answers that are the same for everybody (interface: HTTP conventions). */

import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeptAnswer } from './kept-answers.ts';

/** Weak, since compression by a proxy changes the bytes and not the meaning (RFC 9110, 8.8.1). */
export function etagOf(body: string | Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

/** Whether the caller has this very version already (RFC 9110, 13.1.2). */
export function isFresh(request: FastifyRequest, etag: string): boolean {
  const sent = request.headers['if-none-match'];
  if (sent === undefined) return false;
  return (
    sent.trim() === '*' ||
    sent.split(',').some((part) => part.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
  );
}

/** Headers of an answer that belong to its content and are kept with it. */
const CONTENT_HEADERS = [
  'content-type',
  'content-security-policy',
  // A page that sends its reader to the short form of its address says where.
  'location',
  'link',
  'x-total-count',
  'x-searched-for',
];

/**
 * An answer in the form in which it is kept.
 *
 * @param headers all headers that were set; those that belong to the content are taken
 */
export function toKeptAnswer(
  status: number,
  headers: Record<string, unknown>,
  body: Buffer,
): KeptAnswer {
  const kept = CONTENT_HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return { status, headers: Object.fromEntries(kept), body, etag: etagOf(body) };
}

/** Sends an answer that is the same for everybody: browsers keep it, ask again each time, and get 304. */
export function sendKeptAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
): FastifyReply {
  reply.code(answer.status).headers(answer.headers).header('Cache-Control', 'no-cache');
  if (answer.status !== 200) return reply.send(answer.body);
  reply.header('ETag', answer.etag);
  return isFresh(request, answer.etag)
    ? reply.code(304).removeHeader('content-type').send()
    : reply.send(answer.body);
}

/**
 * How pages are compressed, best first. Brotli makes a list of homes a quarter smaller than gzip, because what stands
 * twice in it stands far apart; more of its effort than this takes much longer than it saves.
 */
const ENCODINGS = [
  {
    name: 'br',
    isTaken: isTakenBy('br'),
    compress: (body: Buffer) =>
      brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  },
  { name: 'gzip', isTaken: isTakenBy('gzip'), compress: (body: Buffer) => gzipSync(body) },
] as const;

/** Whether a caller can read an encoding (RFC 9110, 12.5.3). */
function isTakenBy(encoding: string): (request: FastifyRequest) => boolean {
  const pattern = new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:,|$|;\\s*q=(?:1|0\\.\\d*[1-9]))`, 'i');
  return ({ headers }) => pattern.test(headers['accept-encoding'] ?? '');
}

/** What was compressed, by encoding, for as long as the answer is kept. */
const compressed = new WeakMap<KeptAnswer, Map<string, Buffer>>();

/**
 * The same for a page, compressed for those who take it: at most once for as long as it is kept. Pages hold nothing
 * secret whose length could tell of it.
 */
export function sendKeptPage(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
): FastifyReply {
  const vary = reply.getHeader('vary');
  reply.header('Vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`);
  const encoding = ENCODINGS.find(({ isTaken }) => isTaken(request));
  if (answer.status !== 200 || encoding === undefined)
    return sendKeptAnswer(request, reply, answer);
  const known = compressed.get(answer) ?? new Map<string, Buffer>();
  const body = known.get(encoding.name) ?? encoding.compress(answer.body);
  compressed.set(answer, known.set(encoding.name, body));
  if (!isFresh(request, answer.etag)) reply.header('Content-Encoding', encoding.name);
  return sendKeptAnswer(request, reply, { ...answer, body });
}

/** What the API says to one person is never kept by anybody. */
export function installPrivateByDefault(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('Cache-Control', 'no-store');
    }
    return payload;
  });
}
