/** The rules for every response to any request (docs/product/api.md, Errors). */

import { tmpdir } from 'node:os';
import { expect } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '#shared/error-codes.ts';
import { errorSchema } from '#shared/schemas/common.ts';
import { PROJECT_FOLDER } from '../repo/source-files.ts';

/** A response, however it was fetched. */
export type RawResponse = {
  status: number;
  /** Names are in lower case. */
  headers: Record<string, unknown>;
  text: string;
  /** A response to HEAD has no body. */
  isHead?: boolean;
  /** All received bytes, if there was more than one response. */
  received?: string;
};

/** Patterns that must never appear in a response; no hostile value contains any. */
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

const PATHS = [PROJECT_FOLDER, tmpdir() === '/' ? '/tmp' : tmpdir(), '/proc/', '/home/'];

/**
 * Fails unless a response is sound: no 5xx, errors in the standard format, and no leaks.
 *
 * @param secrets texts that no response may contain, such as tokens
 */
export function expectSound(answer: RawResponse, secrets: readonly string[]): void {
  const { status, headers } = answer;
  if (status >= 500) expect(answer).toBe('never 5xx');
  if (status >= 400) expectErrorForm(answer);
  expectNoLeak(answer, secrets);
  // Responses do not name the server software, and never set a cookie.
  for (const name of ['x-powered-by', 'server', 'set-cookie']) {
    if (headers[name] !== undefined) expect(headers).not.toHaveProperty(name);
  }
}

/** Fails if a response leaks internals or one of the secrets. */
export function expectNoLeak(answer: RawResponse, secrets: readonly string[]): void {
  const { headers, text } = answer;
  const whole = `${JSON.stringify(headers)}\n${answer.received ?? text}`;
  for (const leak of LEAKS) if (leak.test(whole)) expect(whole).not.toMatch(leak);
  for (const part of [...PATHS, ...secrets]) {
    if (whole.includes(part)) expect(whole).not.toContain(part);
  }
}

/** Fails unless a response has the error format, with a code that matches its status. */
export function expectErrorForm({ status, headers, text, isHead }: RawResponse): void {
  if (isHead === true && text === '') return;
  const body = parseJson(text);
  const parsed = errorSchema.strict().safeParse(body);
  const code = parsed.data?.code as ErrorCode | undefined;
  const isRight =
    parsed.success &&
    parsed.data.message.length > 0 &&
    code !== undefined &&
    ERROR_STATUS[code] === status &&
    String(headers['content-type']).startsWith('application/json') &&
    (status !== 429 || headers['retry-after'] !== undefined);
  if (!isRight)
    expect({ status, headers, text }).toBe('an error as docs/product/api.md, Errors describes');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
