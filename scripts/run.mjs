/**
 * The entry point of every command: `node scripts/run.mjs COMMAND [arguments]`, called by the scripts in package.json.
 *
 * Runs on Node.js 20.19 or later, without packages. Installs missing packages, builds the pages if the command needs
 * them, and runs the command with the project's Node.js (decision 004).
 */
import { join } from 'node:path';
import { compileCache, ensureBuilt } from './launcher/build.mjs';
import { runAndExit, listenForSignals } from './launcher/shutdown.mjs';
import { ensureInstalled } from './launcher/install.mjs';
import { LaunchError, ownNode, projectDir } from './launcher/project.mjs';

/** Commands with `needsPages` use the built pages in production mode; `buildsPages` only builds them. */
const COMMANDS = {
  start: { file: 'src/server/main.ts', needsPages: true },
  dev: { file: 'scripts/dev.ts' },
  test: { file: 'scripts/test.ts' },
  'test:unit': { file: 'scripts/test-part.ts', args: ['unit'] },
  'test:api': { file: 'scripts/test-part.ts', args: ['api'], buildsPages: true },
  'test:e2e': { file: 'scripts/test-part.ts', args: ['e2e'], buildsPages: true },
  build: { needsPages: true },
  // Rows are short-lived. With frequent garbage collection, an import needs a third less memory.
  import: { file: 'scripts/import.ts', nodeOptions: ['--max-semi-space-size=4'] },
  admin: { file: 'scripts/admin.ts' },
  jobs: { file: 'scripts/jobs.ts' },
  backup: { file: 'scripts/backup.ts' },
  restore: { file: 'scripts/restore.ts' },
  bench: { file: 'scripts/bench.ts', needsPages: true },
  screenshots: { file: 'scripts/screenshots.ts', needsPages: true },
};

async function main() {
  const [name, ...args] = process.argv.slice(2);
  const command = COMMANDS[name];
  if (!command)
    throw new LaunchError(
      `Usage: node scripts/run.mjs ${Object.keys(COMMANDS).join('|')} [arguments]`,
    );
  checkVersion();
  await ensureInstalled();
  if (command.needsPages || command.buildsPages) await ensureBuilt();
  if (!command.file) return;
  const program = ownNode();
  try {
    const script = join(projectDir, command.file);
    const programArgs = [...(command.nodeOptions ?? []), script, ...(command.args ?? []), ...args];
    await runAndExit(program, programArgs, { cwd: projectDir, env: createEnvironment(name) });
  } catch (error) {
    // The program's dynamic loader is missing.
    if (error.code !== 'ENOENT') throw error;
    throw new LaunchError(
      `${program} cannot run on this system. It needs Linux with glibc, which Alpine lacks.`,
    );
  }
}

function checkVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new LaunchError(
    `Doorstep needs Node.js 20.19 or later to start; this is ${process.versions.node}.`,
  );
}

/**
 * Returns the command's environment. INIT_CWD is the operator's folder, to resolve file arguments: npm sets it before
 * changing to the project's folder.
 */
function createEnvironment(name) {
  const operatorFolder =
    process.env.npm_lifecycle_event === name ? process.env.INIT_CWD : undefined;
  // This variable makes React use its much faster production build.
  const mode = COMMANDS[name].needsPages ? { NODE_ENV: 'production' } : {};
  const cache = name === 'start' ? { NODE_COMPILE_CACHE: compileCache } : {};
  return { ...cache, ...process.env, ...mode, INIT_CWD: operatorFolder ?? process.cwd() };
}

listenForSignals();
main().catch((error) => {
  console.error(error instanceof LaunchError ? error.message : error);
  process.exit(1);
});
