import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { unpackPackagedBrowser } from './browser-package.ts';

const run = promisify(execFile);

/** The test browser, as options for Playwright's `launch` (or `use.launchOptions`). */
export interface TestBrowser {
  executablePath: string;
  args: string[];
  /** The complete environment of the browser, not just the additions. */
  env: Record<string, string>;
}

/** Prevents background traffic and first-run dialogs, and makes text rendering consistent. Playwright adds `--no-sandbox`, which root needs. */
const QUIET_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--no-pings',
  '--font-render-hinting=none',
];

const INSTALLED_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds the browser for tests and screenshots: the one in `TEST_CHROMIUM_PATH`, an installed Chromium or Chrome that
 * starts, or the one from the npm package (decision 005). Throws a one-line error if there is none.
 */
export async function findTestBrowser(): Promise<TestBrowser> {
  const configuredPath = process.env['TEST_CHROMIUM_PATH'];
  if (configuredPath && !existsSync(configuredPath))
    throw new Error(`TEST_CHROMIUM_PATH points to ${configuredPath}, which does not exist.`);
  const installedPath = configuredPath ?? (await findInstalledBrowser());
  const browser = installedPath
    ? { executablePath: installedPath, env: {} }
    : await unpackPackagedBrowser();
  return {
    executablePath: browser.executablePath,
    args: QUIET_FLAGS,
    env: { ...currentEnvironment(), ...browser.env },
  };
}

function currentEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(entries);
}

async function findInstalledBrowser(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const onPath = INSTALLED_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const candidate of [...onPath, ...(process.platform === 'darwin' ? MAC_APPLICATIONS : [])]) {
    if (!isExecutable(candidate)) continue;
    try {
      if (isSnap(candidate)) continue;
      await run(candidate, ['--version'], { timeout: 15_000 });
      return candidate;
    } catch {
      // A wrapper without its browser, or missing libraries: keep looking.
    }
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Returns whether a browser is a snap, whose private temporary folder hides Playwright's profile folder. */
function isSnap(path: string): boolean {
  if (realpathSync(path).includes('/snap')) return true;
  return statSync(path).size < 65_536 && readFileSync(path, 'utf8').includes('/snap/');
}
