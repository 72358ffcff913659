/**
 * Encrypts secrets that the server must be able to read (of authenticator apps, webhooks, other services) in the
 * database with a key stored in the data folder: the database alone reveals none of them (docs/product/operations.md,
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
/** The first stored byte, to allow for other ciphers later. */
const VERSION = 1;
/** 96 random bits (NIST SP 800-38D, 8.2.2). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const dataKeyFile = (dataDir: string) => path.join(dataDir, 'data-key');

/**
 * Returns the key of an installation: DATA_KEY if given, otherwise the one in its data folder, which is created with
 * mode 0600 if missing. Processes that start at the same time get the same key.
 *
 * @throws StartError if the file does not contain a key
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

/** Writes the key to a folder, unless it already has that key. */
export function writeDataKey(folder: string, key: DataKey): void {
  const file = dataKeyFile(folder);
  if (readKeyFile(file)?.equals(key.export()) === true) return;
  rmSync(file, { force: true });
  writeFileSync(file, toText(key.export()), { mode: 0o600, flag: 'wx', flush: true });
}

/** Returns the key in a folder; undefined if there is none. */
export function readDataKey(folder: string): DataKey | undefined {
  const bytes = readKeyFile(dataKeyFile(folder));
  return bytes && createSecretKey(bytes);
}

const toText = (key: Buffer) => `${key.toString('base64')}\n`;

/** Parses a key as in DATA_KEY and the file; returns undefined for any other text. */
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
    throw new StartError(`${file} does not contain a key: it must be restored from a backup.`);
  return key;
}

/**
 * @param belongsTo the owner of the secret, such as `two-factor:17`: copied to another record, it cannot be decrypted
 * @returns the value to store in a bytea column
 */
export function encryptSecret(key: DataKey, secret: string, belongsTo: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(belongsTo));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, text, cipher.getAuthTag()]);
}

/**
 * @param belongsTo as used for encryption
 * @throws Error if it was encrypted with another key or for another owner, or was changed
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
      `The secret of ${belongsTo} cannot be decrypted: DATA_KEY, or the file data-key, is not the one it was encrypted with.`,
      { cause: error },
    );
  }
}

/**
 * Hashes a secret too short for a plain hash: without the key, a reader of the database cannot try all values.
 *
 * @param belongsTo the owner of the secret, such as `recovery-code:17`
 */
export function hashSecret(key: DataKey, secret: string, belongsTo: string): Buffer {
  const hashKey = Buffer.from(hkdfSync('sha256', key, '', 'hash of secrets', DATA_KEY_BYTES));
  return createHmac('sha256', hashKey)
    .update(JSON.stringify([belongsTo, secret]))
    .digest();
}
