/** The rules for every response, whatever the request (docs/product/api.md, Errors). */

import { tmpdir } from 'node:os';
import { expect } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '#shared/error-codes.ts';
import { errorSchema } from '#shared/schemas/common.ts';
import { PROJECT_FOLDER } from '../repo/source-files.ts';

/** A response, however it was fetched. */
export type RawResponse = {
  status: number;
  /** With names in lower case. */
  headers: Record<string, unknown>;
  text: string;
  /** A response to HEAD says no words. */
  isHead?: boolean;
  /** Everything that came, where more than one response did. */
  heard?: string;
};

/** Nothing of this ever belongs into a response; no hostile value holds any of it. */
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
  // PostgreSQL's own words, and those of its driver.
  /violates|duplicate key|syntax error at|invalid (input|byte)|out of range for type|relation "|column "/,
  /\b(select|insert into|update|delete from) [\w".,*() =]{1,300}\$\d/i,
  /bind message|prepared statement|\bpg_\w+/,
  // Zod's and V8's.
  /ZodError|invalid_type|Invalid (input|string)|Too (big|small): expected|Unexpected token|is not a function|Cannot read propert/,
];

const PATHS = [PROJECT_FOLDER, tmpdir() === '/' ? '/tmp' : tmpdir(), '/proc/', '/home/'];

/**
 * Fails unless a response is sound: no 5xx, an error in the one form of errors, and nothing in it that is no one's
 * business.
 *
 * @param secrets texts that no response may hold, such as tokens
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

/** Fails if a response says what is no one's business, or one of the secrets. */
export function expectNoLeak(answer: RawResponse, secrets: readonly string[]): void {
  const { headers, text } = answer;
  const whole = `${JSON.stringify(headers)}\n${answer.heard ?? text}`;
  for (const leak of LEAKS) if (leak.test(whole)) expect(whole).not.toMatch(leak);
  for (const part of [...PATHS, ...secrets]) {
    if (whole.includes(part)) expect(whole).not.toContain(part);
  }
}

/** Fails unless a response has the form of an error, with a code that belongs to its status. */
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
