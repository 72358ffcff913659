/** A launcher for `command.fixture.mjs` in tests. With `tool` as the first argument, runs it as a preparation tool. */
import { fileURLToPath } from 'node:url';
import { runAndExit, listenForSignals, runTool } from './shutdown.mjs';

const [kind, ...args] = process.argv.slice(2);
const command = [fileURLToPath(new URL('./command.fixture.mjs', import.meta.url)), ...args];
const options = { cwd: process.cwd(), env: process.env };
listenForSignals();
if (kind === 'tool') {
  const { code, output } = await runTool(process.execPath, command, {
    ...options,
    onStart: (pid) => console.log(`tool ${pid}`),
  });
  console.log(`${code} ${output.trim()}`);
} else {
  await runAndExit(process.execPath, command, options);
}
