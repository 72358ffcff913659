import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runTool } from './shutdown.mjs';
import { withLock } from './lock.mjs';
import { LaunchError, lockFile, ownNodePackage, projectDir } from './project.mjs';

/** Settings of the calling npm that would make the installing npm use a different folder or install only some packages. */
const EXCLUDED_SETTINGS =
  /^npm_config_(prefix|local_prefix|global|location|omit|include|only|production|workspace.*|dry_run|package_lock.*)$/i;

/**
 * Installs the packages unless `node_modules` matches `package-lock.json`.
 *
 * Concurrent commands install only once. An interrupted install is repeated because npm writes its
 * list of installed packages last.
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock(
    lockFile,
    async (registerTool) => {
      if (!isInstalled()) await install(registerTool);
    },
    () => console.log('Waiting for another Doorstep command to finish installing or building …'),
  );
}

async function install(registerTool) {
  console.log('Installing packages, which takes a minute or two …');
  const [program, ...npmArgs] = findNpm();
  const args = [
    ...npmArgs,
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !EXCLUDED_SETTINGS.test(name)),
  );
  const { code, output } = await runTool(program, args, {
    cwd: projectDir,
    env,
    onStart: registerTool,
  });
  if (code !== 0) throw new LaunchError(`${output.trim()}\nInstalling the packages failed.`);
  const [missing] = listMissing();
  if (missing)
    throw new LaunchError(
      `The package ${missing} was not installed. Run "npm ci --include=optional" and check its output.`,
    );
}

/** Returns the npm that started this script, or the one on the PATH. */
function findNpm() {
  const script = process.env.npm_execpath;
  return script && basename(script) === 'npm-cli.js' ? [process.execPath, script] : ['npm'];
}

function isInstalled() {
  return listMissing().length === 0;
}

/** Lists the packages in `package-lock.json` that are missing from `node_modules`, or have a different version there. */
function listMissing() {
  const locked = readPackages(join(projectDir, 'package-lock.json'));
  const installed = readPackages(join(projectDir, 'node_modules', '.package-lock.json'));
  const required = [
    `node_modules/${ownNodePackage()}`,
    ...Object.keys(locked).filter((path) => isRequiredEverywhere(path, locked[path])),
  ];
  return required
    .filter(
      (path) =>
        installed[path]?.version !== locked[path]?.version ||
        !existsSync(join(projectDir, path, 'package.json')),
    )
    .map((path) => path.replace(/^.*node_modules\//, ''));
}

/** Returns whether a package is required on every platform; npm decides about optional packages. */
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
