/** The rules that every response must follow (docs/product/api.md, Errors). */

import { tmpdir } from 'node:os';
import { expect } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '#shared/error-codes.ts';
import { errorSchema } from '#shared/schemas/common.ts';
import { PROJECT_FOLDER } from '../repo/source-files.ts';

/** A response from `inject` or from a raw connection. */
export type RawResponse = {
  status: number;
  /** Names are lowercase. */
  headers: Record<string, unknown>;
  text: string;
  /** Whether this is a response to HEAD, which has no body. */
  isHead?: boolean;
  /** All received text, including additional responses; only for raw connections. */
  received?: string;
};

/** Patterns that must never appear in a response; no hostile value matches one. */
const LEAKS = [
  /\bnode_modules\b/,
  /\bnode:internal\b/,
  /\n\s+at .+:\d+/,
  /\.(ts|js|mjs):\d+/,
  /\$argon2/,
  /password_?hash/i,
  /token_?hash/i,
  /\bFST_ERR/,
  /\bE(NOENT|ACCES|ISDIR|NOTDIR|NAMETOOLONG|CONNREFUSED)\b/,
  // Messages of PostgreSQL and its driver.
  /violates|duplicate key|syntax error at|invalid (input|byte)|out of range for type|relation "|column "/,
  /\b(select|insert into|update|delete from) [\w".,*() =]{1,300}\$\d/i,
  /bind message|prepared statement|\bpg_\w+/,
  // Messages of zod and V8.
  /ZodError|invalid_type|Invalid (input|string)|Too (big|small): expected|Unexpected token|is not a function|Cannot read propert/,
];

const PRIVATE_PATHS = [PROJECT_FOLDER, tmpdir() === '/' ? '/tmp' : tmpdir(), '/proc/', '/home/'];

/**
 * Fails unless a response is valid: no 5xx, errors in the standard format, no leaks, no cookies, and no
 * name of the server software.
 *
 * @param secrets texts that no response can contain, such as tokens
 */
export function expectValidResponse(response: RawResponse, secrets: readonly string[]): void {
  const { status, headers } = response;
  if (status >= 500) expect(response).toBe('never 5xx');
  if (status >= 400) expectErrorFormat(response);
  expectNoLeak(response, secrets);
  // Responses do not name the server software, and never set a cookie.
  for (const name of ['x-powered-by', 'server', 'set-cookie']) {
    if (headers[name] !== undefined) expect(headers).not.toHaveProperty(name);
  }
}

/** Fails if a response leaks internals or one of the secrets. */
export function expectNoLeak(response: RawResponse, secrets: readonly string[]): void {
  const { headers, text } = response;
  const fullText = `${JSON.stringify(headers)}\n${response.received ?? text}`;
  for (const leak of LEAKS) if (leak.test(fullText)) expect(fullText).not.toMatch(leak);
  for (const part of [...PRIVATE_PATHS, ...secrets]) {
    if (fullText.includes(part)) expect(fullText).not.toContain(part);
  }
}

/** Fails unless a response has the error format, with a code that matches its status. */
export function expectErrorFormat({ status, headers, text, isHead }: RawResponse): void {
  if (isHead === true && text === '') return;
  const body = parseJson(text);
  const parsed = errorSchema.strict().safeParse(body);
  const code = parsed.data?.code as ErrorCode | undefined;
  const isValid =
    parsed.success &&
    parsed.data.message.length > 0 &&
    code !== undefined &&
    ERROR_STATUS[code] === status &&
    String(headers['content-type']).startsWith('application/json') &&
    (status !== 429 || headers['retry-after'] !== undefined);
  if (!isValid)
    expect({ status, headers, text }).toBe('an error in the format of docs/product/api.md, Errors');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
