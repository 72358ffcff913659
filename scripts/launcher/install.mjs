import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runTool } from './ending.mjs';
import { withLock } from './lock.mjs';
import { LaunchError, lockFile, ownNodePackage, projectDir } from './project.mjs';

/** Settings of the calling npm that must not reach the one that installs: they are about another folder or a part. */
const NOT_PASSED_ON =
  /^npm_config_(prefix|local_prefix|global|location|omit|include|only|production|workspace.*|dry_run|package_lock.*)$/i;

/**
 * Installs the packages unless `node_modules` holds what `package-lock.json` names.
 *
 * Two commands at once do not both install, and an interrupted install counts as none: npm writes its list of what
 * it has installed as the last step.
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
      `The package ${missing} was not installed: run "npm ci --include=optional" and look at what it says.`,
    );
}

/** The npm that started this, else the one on the PATH. */
function findNpm() {
  const script = process.env.npm_execpath;
  return script && basename(script) === 'npm-cli.js' ? [process.execPath, script] : ['npm'];
}

function isInstalled() {
  return listMissing().length === 0;
}

/** The packages that `package-lock.json` names and `node_modules` has not, or in another version. */
function listMissing() {
  const wanted = readPackages(join(projectDir, 'package-lock.json'));
  const installed = readPackages(join(projectDir, 'node_modules', '.package-lock.json'));
  const needed = [
    `node_modules/${ownNodePackage()}`,
    ...Object.keys(wanted).filter((path) => isForEverybody(path, wanted[path])),
  ];
  return needed
    .filter(
      (path) =>
        installed[path]?.version !== wanted[path]?.version ||
        !existsSync(join(projectDir, path, 'package.json')),
    )
    .map((path) => path.replace(/^.*node_modules\//, ''));
}

/** npm decides which optional packages belong on this machine; our own Node.js represents them. */
function isForEverybody(path, { optional, devOptional }) {
  return path !== '' && !optional && !devOptional;
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
