/**
 * Encrypts secrets in the database that the server must be able to read, such as the keys of authenticator apps, webhooks,
 * and other services. The key is in DATA_KEY or the data folder, so the database alone does not reveal any secret
 * (docs/product/operations.md, Data key).
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
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../errors/start-error.ts';

/** An installation's encryption key. */
export type DataKey = KeyObject;

/** AES-256. */
const DATA_KEY_BYTES = 32;
/** The first stored byte, which allows for other ciphers later. */
const VERSION = 1;
/** 96 random bits (NIST SP 800-38D, 8.2.2). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const dataKeyFile = (dataDir: string) => path.join(dataDir, 'data-key');

/**
 * Returns an installation's key: DATA_KEY if configured, otherwise the key in the data folder, which is created with mode
 * 0600 if it is missing. Processes that start at the same time get the same key.
 *
 * @throws StartError if the file does not contain a key
 */
export function readOrCreateDataKey(dataDir: string, configuredKey: Buffer | undefined): DataKey {
  if (configuredKey !== undefined) return createSecretKey(configuredKey);
  const file = dataKeyFile(dataDir);
  const existing = readKeyFile(file);
  if (existing !== undefined) return createSecretKey(existing);
  mkdirSync(dataDir, { recursive: true });
  const tempFile = `${file}.${randomUUID()}`;
  writeFileSync(tempFile, toText(randomBytes(DATA_KEY_BYTES)), { mode: 0o600, flush: true });
  try {
    // Fails if another process created the file first.
    linkSync(tempFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(tempFile);
  }
  return readOrCreateDataKey(dataDir, undefined);
}

/** Writes the key to a folder, unless it already has that key. A crash leaves either the old or the new key. */
export function writeDataKey(folder: string, key: DataKey): void {
  const file = dataKeyFile(folder);
  if (readKeyFile(file)?.equals(key.export()) === true) return;
  const tempFile = `${file}.${randomUUID()}`;
  writeFileSync(tempFile, toText(key.export()), { mode: 0o600, flag: 'wx', flush: true });
  renameSync(tempFile, file);
}

/** Returns the key in a folder; undefined if there is none. */
export function readDataKey(folder: string): DataKey | undefined {
  const bytes = readKeyFile(dataKeyFile(folder));
  return bytes && createSecretKey(bytes);
}

/** Returns a hash that identifies a key without revealing it. */
export function fingerprintDataKey(key: DataKey): string {
  return hashSecret(key, '', 'fingerprint').toString('hex');
}

const toText = (key: Buffer) => `${key.toString('base64')}\n`;

/** Parses a key in the format of DATA_KEY and the key file; returns undefined if it is invalid. */
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
    throw new StartError(`${file} does not contain a key. Restore it from a backup.`);
  return key;
}

/**
 * @param owner the secret's owner, such as `two-factor:17`; decryption requires the same owner
 * @returns the value to store in a bytea column
 */
export function encryptSecret(key: DataKey, secret: string, owner: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, text, cipher.getAuthTag()]);
}

/**
 * @param owner the owner used for encryption
 * @throws Error if the value was changed, or encrypted with another key or for another owner
 */
export function decryptSecret(key: DataKey, stored: Buffer, owner: string): string {
  const nonce = stored.subarray(1, 1 + NONCE_BYTES);
  const text = stored.subarray(1 + NONCE_BYTES, -TAG_BYTES);
  try {
    if (stored[0] !== VERSION) throw new Error('unknown version');
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(stored.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch (error) {
    throw new Error(
      `The secret of ${owner} cannot be decrypted: it was not encrypted with the key in DATA_KEY or the file data-key.`,
      { cause: error },
    );
  }
}

/**
 * Hashes a secret that is too short for a plain hash. Without the key, a reader of the database cannot try all values.
 *
 * @param owner the secret's owner, such as `recovery-code:17`
 */
export function hashSecret(key: DataKey, secret: string, owner: string): Buffer {
  const hashKey = Buffer.from(hkdfSync('sha256', key, '', 'hash of secrets', DATA_KEY_BYTES));
  return createHmac('sha256', hashKey)
    .update(JSON.stringify([owner, secret]))
    .digest();
}
