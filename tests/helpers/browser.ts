import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { unpackPackagedBrowser } from './browser-package.ts';

const run = promisify(execFile);

/** What Playwright's `launch` (or `use.launchOptions`) takes to start the test browser. */
export interface TestBrowser {
  executablePath: string;
  args: string[];
  /** The whole environment of the browser, not only the additions. */
  env: Record<string, string>;
}

/**
 * Keeps the browser from talking to anyone but the pages under test. Playwright adds `--no-sandbox`, which root needs.
 */
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
 * The browser that tests and screenshots run in: the one that `TEST_CHROMIUM_PATH` names, else an installed Chromium or
 * Chrome that starts, else the one from the npm package (decision 005). Throws one clear line where there is none.
 */
export async function findTestBrowser(): Promise<TestBrowser> {
  const named = process.env['TEST_CHROMIUM_PATH'];
  if (named && !existsSync(named))
    throw new Error(`TEST_CHROMIUM_PATH names ${named}, which does not exist.`);
  const installed = named ?? (await findInstalledBrowser());
  const browser = installed
    ? { executablePath: installed, env: {} }
    : await unpackPackagedBrowser();
  return {
    executablePath: browser.executablePath,
    args: QUIET_FLAGS,
    env: { ...ownEnvironment(), ...browser.env },
  };
}

function ownEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(entries);
}

async function findInstalledBrowser(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const onPath = INSTALLED_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const candidate of [...onPath, ...(process.platform === 'darwin' ? MAC_APPLICATIONS : [])]) {
    if (!isProgram(candidate)) continue;
    try {
      if (isSnap(candidate)) continue;
      await run(candidate, ['--version'], { timeout: 15_000 });
      return candidate;
    } catch {
      // A wrapper without its browser, or one whose libraries are missing: look further.
    }
  }
  return undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** A browser in a snap has a temporary folder of its own, so that Playwright's profile folder is not there. */
function isSnap(path: string): boolean {
  if (realpathSync(path).includes('/snap')) return true;
  return statSync(path).size < 65_536 && readFileSync(path, 'utf8').includes('/snap/');
}
