import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { runTool } from './shutdown.mjs';
import { withLock } from './lock.mjs';
import { LaunchError, lockFile, ownNode, projectDir } from './project.mjs';

/** All inputs of the pages' build. */
const INPUTS = [
  'src/client',
  'src/shared',
  'public',
  'package-lock.json',
  'react-router.config.ts',
  'scripts/bundle',
  'scripts/basemap',
  'vite.config.ts',
];
const buildDir = join(projectDir, 'build');
const currentLink = join(buildDir, 'current');
/** Node.js's compile cache (src/server/process/node-tuning.ts). */
export const compileCache = join(buildDir, 'compile-cache');
/** Maximum number of stored builds. Servers that are still running use older ones. */
const MAX_STORED_BUILDS = 3;

/**
 * Builds the pages unless the current sources are already built, and points `build/current` to the result.
 *
 * Each build has a separate folder, which is named by a hash of its inputs and moved into place when complete. An
 * interrupted build is therefore never used, and a running server uses the files it started with.
 */
export async function ensureBuilt() {
  const name = hashInputs();
  if (!isCurrent(name)) {
    await withLock(
      lockFile,
      async (registerTool) => {
        if (!existsSync(join(buildDir, name))) await build(name, registerTool);
        pointTo(name);
        await warmUp(registerTool);
      },
      () => console.log('Waiting for another Doorstep command to finish installing or building …'),
    );
  }
}

function isCurrent(name) {
  try {
    return readlinkSync(currentLink) === name && existsSync(join(buildDir, name));
  } catch {
    return false;
  }
}

async function build(name, registerTool) {
  console.log('Building the pages …');
  const unfinished = join('build', `${name}.unfinished`);
  rmSync(join(projectDir, unfinished), { recursive: true, force: true });
  const script = join(projectDir, 'node_modules', '.bin', 'react-router');
  const { code, output } = await runTool(ownNode(), [script, 'build'], {
    cwd: projectDir,
    env: { ...process.env, NODE_ENV: 'production', CLIENT_BUILD_FOLDER: unfinished },
    onStart: registerTool,
  });
  if (code !== 0) throw new LaunchError(`${output.trim()}\nBuilding the pages failed.`);
  removeOldBuilds();
  // Entries of older builds are never used again.
  rmSync(compileCache, { recursive: true, force: true });
  renameSync(join(projectDir, unfinished), join(buildDir, name));
}

/**
 * Fills the compile cache now because the folder can be read-only later. A failure only slows down
 * the first start.
 */
async function warmUp(registerTool) {
  await runTool(ownNode(), [join(projectDir, 'src/server/process/warm-up.ts')], {
    cwd: projectDir,
    env: { ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: compileCache },
    onStart: registerTool,
  });
}

function pointTo(name) {
  const link = `${currentLink}.${process.pid}`;
  rmSync(link, { force: true });
  symlinkSync(name, link);
  renameSync(link, currentLink);
}

function removeOldBuilds() {
  const builds = readdirSync(buildDir)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .map((name) => ({ path: join(buildDir, name), time: statSync(join(buildDir, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of builds.slice(MAX_STORED_BUILDS - 1))
    rmSync(path, { recursive: true, force: true });
}

function hashInputs() {
  mkdirSync(buildDir, { recursive: true });
  const hash = createHash('sha256');
  for (const input of INPUTS) addToHash(hash, input);
  return hash.digest('hex').slice(0, 16);
}

/** Adds names and contents in a fixed order, excluding tests. */
function addToHash(hash, path) {
  const full = join(projectDir, path);
  if (!existsSync(full)) return;
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) addToHash(hash, `${path}/${name}`);
  } else if (!/\.test\.tsx?$/.test(path)) {
    const content = readFileSync(full);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
}
