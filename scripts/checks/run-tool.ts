import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SETTING_NAMES } from '#server/config/config.ts';

export const projectDir = fileURLToPath(new URL('../../', import.meta.url));

/** How long a tool can take to clean up after the interrupt signal. */
const KILL_TIMEOUT_MS = 10_000;

export interface ToolResult {
  /** `null` after a signal. */
  exitCode: number | null;
  /** Standard output and standard error, interleaved. */
  output: string;
}

/**
 * Runs a tool from `node_modules/.bin`, or a script of the project, with the project's Node.js, and waits until it exits.
 *
 * @param command the tool's name or the script's path, and its arguments
 * @param shutdownSignal stops the tool, which is then reported as failed
 */
export async function runTool(
  command: readonly string[],
  shutdownSignal: AbortSignal,
  env: Record<string, string> = {},
): Promise<ToolResult> {
  const [name = '', ...args] = command;
  const script = name.includes('/')
    ? join(projectDir, name)
    : join(projectDir, 'node_modules', '.bin', name);
  const child = spawn(process.execPath, [script, ...args], {
    cwd: projectDir,
    env: { ...testEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  let killTimer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    child.kill('SIGINT');
    killTimer = setTimeout(() => child.kill('SIGKILL'), KILL_TIMEOUT_MS);
  };
  if (shutdownSignal.aborted) stop();
  shutdownSignal.addEventListener('abort', stop, { once: true });
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { exitCode, output: Buffer.concat(chunks).toString('utf8').trim() };
  } finally {
    clearTimeout(killTimer);
    shutdownSignal.removeEventListener('abort', stop);
  }
}

/** Returns the environment without an installation's settings, so checks cannot affect the installation. */
export function testEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const name of [...SETTING_NAMES, 'NODE_ENV', 'FORCE_COLOR']) delete env[name];
  const ownNode = dirname(process.execPath);
  if (!process.stdout.isTTY) env['NO_COLOR'] = '1';
  return { ...env, PATH: `${ownNode}${delimiter}${env['PATH'] ?? ''}` };
}
