/**
 * Configures the log: lines of JSON on standard output, with the request ID if there is a request.
 * It never contains query strings (which can contain tokens), headers, bodies, email addresses, or the rows that
 * PostgreSQL quotes in error details.
 */

import { randomBytes } from 'node:crypto';
import type { FastifyServerOptions } from 'fastify';
import { LogController } from 'fastify';
import { createLogOutput, type LogOutput } from './log-output.ts';

/** Makes request IDs unique across processes. */
const PROCESS_ID = randomBytes(4).toString('hex');

/** Returns a request's log entry. */
function describeRequest(request: { method: string; url: string }) {
  return { method: request.method, path: maskPersonalData(request.url.split('?')[0] ?? '') };
}

/** Error properties that are safe to log. PostgreSQL's `detail` and SMTP's `response` contain personal data. */
const SAFE_PROPERTIES = new Set([
  'code',
  'constraint',
  'table',
  'syscall',
  'statusCode',
  'responseCode',
]);

type ErrorLine = { type: string; message: string; stack: string; [name: string]: unknown };

/** Returns an error's log entry, including its causes. */
export function describeError(error: unknown): ErrorLine {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: maskPersonalData(String(error)), stack: '' };
  }
  const safeProperties = Object.entries(error).filter(
    ([name, value]) => SAFE_PROPERTIES.has(name) && ['string', 'number'].includes(typeof value),
  );
  return {
    type: error.name,
    message: maskPersonalData(error.message),
    stack: maskPersonalData(error.stack ?? ''),
    ...Object.fromEntries(safeProperties),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Characters that separate email addresses from other text. */
const WORD_SEPARATORS = /([\s<>"'()=/,;:]+)/;

/**
 * Masks email addresses and tokens of links, which mail servers and PostgreSQL quote in messages.
 * Takes linear time because clients choose the text of a URL and other requests wait in the
 * meantime.
 */
function maskPersonalData(text: string): string {
  return text
    .replaceAll(/\b(token=)[\w-]+/g, '$1[hidden]')
    .split(WORD_SEPARATORS)
    .map((word) => (isAddress(word) ? '[address]' : word))
    .join('');
}

function isAddress(word: string): boolean {
  const atIndex = word.search(/@|%40/);
  return atIndex > 0 && word.includes('.', atIndex);
}

/**
 * Returns Fastify's logging options.
 *
 * @param stream receives the lines instead of standard output
 */
export function loggingOptions(
  level: string,
  stream: LogOutput = createLogOutput(),
): Pick<FastifyServerOptions, 'logger' | 'logController' | 'genReqId'> {
  let count = 0;
  return {
    logger: {
      level,
      serializers: { req: describeRequest, err: describeError },
      // Libraries that log requests (the form parser does at level trace) would log headers with tokens.
      redact: { paths: ['headers', '*.headers'], remove: true },
      stream,
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => {
      count += 1;
      return `${PROCESS_ID}-${count}`;
    },
  };
}
