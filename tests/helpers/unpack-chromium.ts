/**
 * Unpacks the Chromium of the npm package `@sparticuz/chromium` into the folder that `TMPDIR` names, and ends.
 *
 * A process of its own, because the package always writes into the system's temporary folder and skips what it finds
 * there, be it of another version or of another user. `browser-package.ts` starts it with a fresh `TMPDIR`.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

await chromium.executablePath();
// The NSS libraries; the package itself unpacks them on Amazon's systems only.
const packageBuild = dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')));
await inflate(join(packageBuild, '..', 'bin', 'al2023.tar.br'));
