/**
 * Unpacks the Chromium of the npm package `@sparticuz/chromium` into the folder `TMPDIR`, and exits.
 *
 * Runs as a separate process because the package always writes to the system's temporary folder and skips existing
 * files, even those left by another version or user. `browser-package.ts` starts it with a fresh `TMPDIR`.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

await chromium.executablePath();
// The NSS libraries, which the package itself unpacks only on AWS.
const packageBuild = dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')));
await inflate(join(packageBuild, '..', 'bin', 'al2023.tar.br'));
