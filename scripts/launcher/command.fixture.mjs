/**
 * A stand-in for the server in tests. Prints its process ID, and exits with the exit code in its first argument. With
 * `wait` instead, exits shortly after a signal or when the launcher's channel closes, logs each to a file, and creates
 * another file when it is ready.
 */
import { appendFileSync, writeFileSync } from 'node:fs';

const [behavior, logFile, readyFile] = process.argv.slice(2);
const printPid = () => console.log(`pid ${process.pid}`);

if (behavior === 'wait') {
  const logAndExit = (reason) => {
    if (logFile) appendFileSync(logFile, `${reason}\n`);
    setTimeout(() => process.exit(0), 100);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => logAndExit(signal));
  process.once('disconnect', () => logAndExit('disconnect'));
  setInterval(() => undefined, 1_000);
  if (readyFile) writeFileSync(readyFile, '');
  printPid();
} else {
  printPid();
  process.exit(Number(behavior));
}
