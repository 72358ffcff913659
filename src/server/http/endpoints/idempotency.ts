/**
 * Ensures that repeated requests with the same Idempotency-Key do not create duplicates
 * (docs/product/api.md, Sending twice).
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { MAX_IDEMPOTENCY_KEY_LENGTH, IDEMPOTENCY_KEY_MS } from '#shared/limits.ts';
import type { Database } from '../../database/database.ts';
import {
  findStoredResponse,
  isIdempotencyKeyFree,
  lockIdempotencyKey,
  type StoredResponse,
  storeResponse,
} from '../../database/idempotency-repository.ts';
import { AppError, validationFailed } from '../../errors/app-error.ts';
import type { Upload } from '../bodies/multipart.ts';
import { RawJson, toJson } from './raw-json.ts';

/** How long, and how often, a failed request checks whether a concurrent one with the same key has finished. */
const MAX_WAIT_MS = 15_000;
const POLL_INTERVAL_MS = 200;

/** Lets a handler create a record only once, even if its request is sent several times. */
export type Once = {
  /**
   * Wraps a change that runs in the caller's transaction. The change must return the response's body, which is stored
   * in the same transaction. If another request with the same key finished in the meantime, the
   * change does not run, and the caller gets that request's response.
   */
  wrapCreate: <A extends unknown[], T>(
    change: (transaction: Database, ...rest: A) => Promise<T>,
  ) => (transaction: Database, ...rest: A) => Promise<T>;
  /** Runs the work of a multipart request; call it with the complete form. */
  runUpload: <T>(upload: Upload, work: () => Promise<T>) => Promise<T>;
};

/** A request to an endpoint that accepts a key. */
type IdempotentRequest = {
  /** The header's value (see `checkIdempotencyKey`). */
  key: string;
  /** Method and path in the endpoint table. */
  endpoint: string;
  /** The account, or the IP address of a visitor. */
  caller: string;
  /** The path and query as sent. */
  url: string;
};

/** Used for requests without the header. */
export const ONCE_WITHOUT_KEY: Once = {
  wrapCreate: (change) => change,
  runUpload: async (_upload, work) => work(),
};

/** Returns a valid key unchanged. @throws AppError VALIDATION_FAILED for an invalid one */
export function checkIdempotencyKey(key: unknown): string {
  if (typeof key === 'string' && KEY.test(key)) return key;
  const message = `Send 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters.`;
  throw validationFailed([{ path: 'Idempotency-Key', message }]);
}

/**
 * Responds to a request that has a key.
 *
 * @param handler.json the parsed body of a JSON request; absent for a multipart request, whose handler calls
 *   `runUpload`
 * @param handler.work creates the record and returns the response
 * @returns the response to the first request with the key
 * @throws AppError IDEMPOTENCY_KEY_REUSED if the key's first request was different
 */
export type RespondOnce = <T>(
  request: IdempotentRequest,
  handler: { json?: unknown; work: (once: Once) => Promise<T> },
) => Promise<T | RawJson>;

export function createRespondOnce(options: { db: Database; now: () => Date }): RespondOnce {
  return (request, handler) => respondOnce(options, request, handler);
}

async function respondOnce<T>(
  { db, now }: { db: Database; now: () => Date },
  request: IdempotentRequest,
  handler: { json?: unknown; work: (once: Once) => Promise<T> },
): Promise<T | RawJson> {
  const { key, endpoint, caller, url } = request;
  // Only the caller knows the key, so only the caller's requests can derive these values.
  const derive = (purpose: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, endpoint, caller]))
      .digest();
  const keyHash = derive('key');
  const secret = derive('response');
  const hashOf = (content: unknown) =>
    createHmac('sha256', derive('request'))
      .update(JSON.stringify([url, content]))
      .digest();

  const find = (connection: Database) =>
    findStoredResponse(connection, keyHash, new Date(now().getTime() - IDEMPOTENCY_KEY_MS));
  const toReplayedJson = (stored: StoredResponse, requestHash: Buffer): RawJson => {
    if (!stored.requestHash.equals(requestHash)) {
      throw new AppError(
        'IDEMPOTENCY_KEY_REUSED',
        'You already sent this with different content. Check whether it went through before you send it again.',
      );
    }
    return new RawJson(decrypt(secret, stored.response));
  };
  /**
   * Waits for a concurrent request with the same key, and returns its stored response; undefined if
   * it stored none. Does not occupy a connection, because any number of failed requests can wait.
   */
  async function waitForConcurrentResponse() {
    const endsAt = performance.now() + MAX_WAIT_MS;
    while (!(await isIdempotencyKeyFree(db, keyHash)) && performance.now() < endsAt)
      await sleep(POLL_INTERVAL_MS);
    return find(db);
  }

  let requestHash: Buffer | undefined;
  async function runOnce<R>(hash: Buffer, work: () => Promise<R>): Promise<R> {
    requestHash = hash;
    const storedResponse = await find(db);
    if (storedResponse !== undefined) throw new Replay(toReplayedJson(storedResponse, hash));
    try {
      return await work();
    } catch (error) {
      if (error instanceof Replay) throw error;
      // A concurrent copy of this request may have caused the error, for example by booking the slot or reaching a
      // limit.
      const otherResponse = await waitForConcurrentResponse().catch(() => undefined);
      if (otherResponse === undefined) throw error;
      throw new Replay(toReplayedJson(otherResponse, hash));
    }
  }

  const once: Once = {
    wrapCreate:
      (change) =>
      async (transaction, ...rest) => {
        if (requestHash === undefined) throw new Error(`${endpoint} did not call \`runUpload\`.`);
        await lockIdempotencyKey(transaction, keyHash);
        const storedResponse = await find(transaction);
        if (storedResponse !== undefined)
          throw new Replay(toReplayedJson(storedResponse, requestHash));
        const result = await change(transaction, ...rest);
        const response = encrypt(secret, toJson(result));
        await storeResponse(transaction, keyHash, { requestHash, response }, now());
        return result;
      },
    runUpload: async ({ fields, files }, work) => {
      const textFields = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
      const contents = files.map(({ field, sha256 }) => [field, sha256]);
      return runOnce(hashOf([textFields, contents]), work);
    },
  };
  try {
    return await ('json' in handler
      ? runOnce(hashOf(handler.json), () => handler.work(once))
      : handler.work(once));
  } catch (error) {
    if (error instanceof Replay) return error.response;
    throw error;
  }
}

const KEY = new RegExp(`^[ -~]{1,${MAX_IDEMPOTENCY_KEY_LENGTH}}$`);

/** Thrown to abort a request and its transaction if its response is already stored. */
class Replay extends Error {
  readonly response: RawJson;

  constructor(response: RawJson) {
    super('The response is already stored.');
    this.response = response;
  }
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

function encrypt(secret: Buffer, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, secret, iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

function decrypt(secret: Buffer, stored: Buffer): string {
  const decipher = createDecipheriv(CIPHER, secret, stored.subarray(0, IV_BYTES));
  decipher.setAuthTag(stored.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const body = decipher.update(stored.subarray(IV_BYTES + TAG_BYTES));
  return Buffer.concat([body, decipher.final()]).toString('utf8');
}
