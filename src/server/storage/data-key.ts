/**
 * Secrets that the server must read again (of authenticator apps, webhooks, other services) are encrypted in the database
 * with a key stored beside the data: a reader of the database alone learns none of them (docs/product/operations.md,
 * Data key).
 */

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../errors/start-error.ts';

/** The key of an installation. */
export type DataKey = KeyObject;

/** AES-256. */
const DATA_KEY_BYTES = 32;
/** The first byte of what is stored, for a later cipher. */
const VERSION = 1;
/** NIST SP 800-38D, 8.2.2: a random one of 96 bits. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const dataKeyFile = (dataDir: string) => path.join(dataDir, 'data-key');

/**
 * The key of an installation: the one that was given (DATA_KEY), else the one in its data folder, which is created with
 * mode 0600 where it is missing. Processes that start together end up with the same.
 *
 * @throws StartError when the file holds no key
 */
export function readOrCreateDataKey(dataDir: string, given: Buffer | undefined): DataKey {
  if (given !== undefined) return createSecretKey(given);
  const file = dataKeyFile(dataDir);
  const present = readKeyFile(file);
  if (present !== undefined) return createSecretKey(present);
  mkdirSync(dataDir, { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, toText(randomBytes(DATA_KEY_BYTES)), { mode: 0o600, flush: true });
  try {
    // Fails if another process was first.
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished);
  }
  return readOrCreateDataKey(dataDir, undefined);
}

/** Writes the key as a file of its folder; nothing happens if it is that key already. */
export function writeDataKey(folder: string, key: DataKey): void {
  const file = dataKeyFile(folder);
  if (readKeyFile(file)?.equals(key.export()) === true) return;
  rmSync(file, { force: true });
  writeFileSync(file, toText(key.export()), { mode: 0o600, flag: 'wx', flush: true });
}

/** The key in a folder; undefined if there is none. */
export function readDataKey(folder: string): DataKey | undefined {
  const bytes = readKeyFile(dataKeyFile(folder));
  return bytes && createSecretKey(bytes);
}

const toText = (key: Buffer) => `${key.toString('base64')}\n`;

/** Bytes of a key as DATA_KEY and the file have it; undefined for any other text. */
function parseDataKey(text: string): Buffer | undefined {
  const bytes = Buffer.from(text.trim(), 'base64');
  return bytes.length === DATA_KEY_BYTES ? bytes : undefined;
}

function readKeyFile(file: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const key = parseDataKey(text);
  if (key === undefined)
    throw new StartError(`${file} holds no key: it has to be put back from a backup.`);
  return key;
}

/**
 * @param belongsTo what the secret belongs to, such as `two-factor:17`: copied to another record, it cannot be read
 * @returns what is stored, in a column of type bytea
 */
export function encryptSecret(key: DataKey, secret: string, belongsTo: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(belongsTo));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, text, cipher.getAuthTag()]);
}

/**
 * @param belongsTo as it was encrypted
 * @throws Error when it was encrypted with another key, belongs to something else, or was changed
 */
export function decryptSecret(key: DataKey, stored: Buffer, belongsTo: string): string {
  const nonce = stored.subarray(1, 1 + NONCE_BYTES);
  const text = stored.subarray(1 + NONCE_BYTES, -TAG_BYTES);
  try {
    if (stored[0] !== VERSION) throw new Error('unknown version');
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(belongsTo))
      .setAuthTag(stored.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch (error) {
    throw new Error(
      `The secret of ${belongsTo} cannot be decrypted: DATA_KEY, or the file data-key, is not the one that it was encrypted with.`,
      { cause: error },
    );
  }
}

/**
 * A hash of a secret that is too short for a plain one: without the key, a reader of the database cannot try all of them.
 *
 * @param belongsTo what the secret belongs to, such as `recovery-code:17`
 */
export function hashSecret(key: DataKey, secret: string, belongsTo: string): Buffer {
  const hashKey = Buffer.from(hkdfSync('sha256', key, '', 'hash of secrets', DATA_KEY_BYTES));
  return createHmac('sha256', hashKey)
    .update(JSON.stringify([belongsTo, secret]))
    .digest();
}
