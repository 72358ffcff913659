/** A launcher around `command.fixture.mjs`, for tests; `tool` as the first argument runs it as a preparation tool. */
import { fileURLToPath } from 'node:url';
import { handOver, listenForEnd, runTool } from './ending.mjs';

const [kind, ...args] = process.argv.slice(2);
const command = [fileURLToPath(new URL('./command.fixture.mjs', import.meta.url)), ...args];
const options = { cwd: process.cwd(), env: process.env };
listenForEnd();
if (kind === 'tool') {
  const { code, output } = await runTool(process.execPath, command, {
    ...options,
    onStart: (pid) => console.log(`tool ${pid}`),
  });
  console.log(`${code} ${output.trim()}`);
} else {
  await handOver(process.execPath, command, options);
}
