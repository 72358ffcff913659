import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import {
  decryptSecret,
  encryptSecret,
  hashSecret,
  readDataKey,
  readOrCreateDataKey,
  writeDataKey,
} from './data-key.ts';

describe('the key in the data folder', () => {
  test('is created once, readable only by its owner', () => {
    const folder = path.join(makeTempFolder(), 'data');
    const key = readOrCreateDataKey(folder, undefined);
    expect(readdirSync(folder)).toEqual(['data-key']);
    expect(statSync(path.join(folder, 'data-key')).mode & 0o777).toBe(0o600);
    expect(readOrCreateDataKey(folder, undefined).equals(key)).toBe(true);
  });

  test('is not created if a key is configured', () => {
    const folder = makeTempFolder();
    const configuredKey = randomBytes(32);
    expect(readOrCreateDataKey(folder, configuredKey).export()).toEqual(configuredKey);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('prevents startup if its file does not contain a key', () => {
    const folder = makeTempFolder();
    writeFileSync(path.join(folder, 'data-key'), 'not a key\n');
    expect(() => readOrCreateDataKey(folder, undefined)).toThrow(/data-key does not contain a key/);
  });

  test('can be written to another folder, replacing another key', () => {
    const [from, to] = [makeTempFolder(), makeTempFolder()];
    const key = readOrCreateDataKey(from, undefined);
    readOrCreateDataKey(to, undefined);
    writeDataKey(to, key);
    expect(readDataKey(to)?.equals(key)).toBe(true);
    expect(statSync(path.join(to, 'data-key')).mode & 0o777).toBe(0o600);
    // Writing the same key again does not change the file, regardless of its permissions.
    chmodSync(path.join(to, 'data-key'), 0o400);
    const before = readFileSync(path.join(to, 'data-key'), 'utf8');
    writeDataKey(to, key);
    expect(readFileSync(path.join(to, 'data-key'), 'utf8')).toBe(before);
    expect(readDataKey(makeTempFolder())).toBeUndefined();
  });
});

describe('a secret', () => {
  const key = readOrCreateDataKey('', randomBytes(32));

  test('can be decrypted, is encrypted differently each time, and is not stored in plain text', () => {
    const encryptedSecret = encryptSecret(key, 'JBSWY3DPEHPK3PXP é', 'two-factor:17');
    expect(decryptSecret(key, encryptedSecret, 'two-factor:17')).toBe('JBSWY3DPEHPK3PXP é');
    expect(encryptedSecret.includes('JBSWY3DP')).toBe(false);
    expect(encryptSecret(key, 'JBSWY3DPEHPK3PXP é', 'two-factor:17')).not.toEqual(encryptedSecret);
  });

  test('cannot be decrypted with another key, for another record, or after a change', () => {
    const encryptedSecret = encryptSecret(key, 'secret', 'two-factor:17');
    const otherKey = readOrCreateDataKey('', randomBytes(32));
    expect(() => decryptSecret(otherKey, encryptedSecret, 'two-factor:17')).toThrow(
      /two-factor:17/,
    );
    expect(() => decryptSecret(key, encryptedSecret, 'two-factor:18')).toThrow(/two-factor:18/);
    for (const index of encryptedSecret.keys()) {
      const tamperedSecret = Buffer.from(encryptedSecret);
      tamperedSecret[index] = (tamperedSecret[index] ?? 0) ^ 1;
      expect(() => decryptSecret(key, tamperedSecret, 'two-factor:17')).toThrow(/DATA_KEY/);
    }
    expect(() => decryptSecret(key, encryptedSecret.subarray(0, 10), 'two-factor:17')).toThrow(
      /DATA_KEY/,
    );
  });

  test('has a hash that depends on the secret, the key, and the owner', () => {
    const hash = hashSecret(key, 'abc', 'recovery-code:1');
    expect(hash).toHaveLength(32);
    expect(hashSecret(key, 'abc', 'recovery-code:1')).toEqual(hash);
    expect(hashSecret(key, 'abc', 'recovery-code:2')).not.toEqual(hash);
    expect(hashSecret(key, 'abd', 'recovery-code:1')).not.toEqual(hash);
    const otherKey = readOrCreateDataKey('', randomBytes(32));
    expect(hashSecret(otherKey, 'abc', 'recovery-code:1')).not.toEqual(hash);
  });
});
