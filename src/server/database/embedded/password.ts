import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { StartError } from '../../errors/start-error.ts';
import type { EmbeddedLayout } from './layout.ts';

/**
 * Returns the password stored with the data. If there is no data yet, generates a random password (192 bits) and
 * stores it with mode 0600.
 *
 * @throws StartError if there is data but no password
 */
export function readOrCreatePassword(layout: EmbeddedLayout): string {
  if (existsSync(layout.passwordFile)) return readFileSync(layout.passwordFile, 'utf8').trim();
  if (existsSync(layout.clusterDir)) {
    throw new StartError(
      `The database password is missing. Restore ${layout.passwordFile} from a backup.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  const tempFile = `${layout.passwordFile}.new`;
  writeFileSync(tempFile, `${password}\n`, { mode: 0o600 });
  renameSync(tempFile, layout.passwordFile);
  return password;
}
