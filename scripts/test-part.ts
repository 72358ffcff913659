/**
 * `npm run test:unit`, `test:api`, and `test:e2e`: runs one kind of test, passing on the runner's
 * output and arguments.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runCommand } from '#server/process/run-command.ts';
import { projectDir, testEnvironment } from './checks/run-tool.ts';

const RUNNERS: Record<string, readonly string[]> = {
  unit: ['vitest', 'run', '--project', 'unit'],
  api: ['vitest', 'run', '--project', 'api'],
  e2e: ['playwright', 'test'],
};

runCommand(async (shutdownSignal) => {
  const [part = '', ...args] = process.argv.slice(2);
  const [runner, ...runnerArgs] = RUNNERS[part] ?? [];
  if (runner === undefined) throw new Error(`Unknown part: ${part}`);
  const script = join(projectDir, 'node_modules', '.bin', runner);
  const child = spawn(process.execPath, [script, ...runnerArgs, ...args], {
    cwd: projectDir,
    env: testEnvironment(),
    stdio: 'inherit',
  });
  shutdownSignal.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
  await once(child, 'exit');
  process.exitCode = child.exitCode ?? 1;
});
