import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runTool } from './ending.mjs';
import { withLock } from './lock.mjs';
import { LaunchError, lockFile, ownNodePackage, projectDir } from './project.mjs';

/** Settings of the calling npm that must not reach the installing one: they concern another folder or a part. */
const NOT_PASSED_ON =
  /^npm_config_(prefix|local_prefix|global|location|omit|include|only|production|workspace.*|dry_run|package_lock.*)$/i;

/**
 * Installs the packages unless `node_modules` matches `package-lock.json`.
 *
 * Concurrent commands install only once, and an interrupted install does not count: npm writes its list of installed
 * packages last.
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock(
    lockFile,
    async (noteTool) => {
      if (!isInstalled()) await install(noteTool);
    },
    () => console.log('Waiting for another Doorstep command to finish its preparations …'),
  );
}

async function install(noteTool) {
  console.log('Installing packages, which takes a minute or two …');
  const [program, ...first] = findNpm();
  const args = [
    ...first,
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !NOT_PASSED_ON.test(name)),
  );
  const { code, output } = await runTool(program, args, {
    cwd: projectDir,
    env,
    onStart: noteTool,
  });
  if (code !== 0) throw new LaunchError(`${output.trim()}\nInstalling the packages failed.`);
  const [missing] = listMissing();
  if (missing)
    throw new LaunchError(
      `The package ${missing} was not installed: run "npm ci --include=optional" and check its output.`,
    );
}

/** Returns the npm that started this, or the one on the PATH. */
function findNpm() {
  const script = process.env.npm_execpath;
  return script && basename(script) === 'npm-cli.js' ? [process.execPath, script] : ['npm'];
}

function isInstalled() {
  return listMissing().length === 0;
}

/** Lists the packages of `package-lock.json` that `node_modules` lacks, or has in another version. */
function listMissing() {
  const wanted = readPackages(join(projectDir, 'package-lock.json'));
  const installed = readPackages(join(projectDir, 'node_modules', '.package-lock.json'));
  const needed = [
    `node_modules/${ownNodePackage()}`,
    ...Object.keys(wanted).filter((path) => isRequiredEverywhere(path, wanted[path])),
  ];
  return needed
    .filter(
      (path) =>
        installed[path]?.version !== wanted[path]?.version ||
        !existsSync(join(projectDir, path, 'package.json')),
    )
    .map((path) => path.replace(/^.*node_modules\//, ''));
}

/** Returns whether a package is required on every machine: npm decides about optional ones. */
function isRequiredEverywhere(path, { optional, devOptional }) {
  return path !== '' && !optional && !devOptional;
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
