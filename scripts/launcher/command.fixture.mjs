/**
 * A stand-in for the server in tests: prints its process id, then exits with the given code, or, for `wait`, a moment
 * after a signal, and logs every signal to a file. Another file signals that it is ready.
 */
import { appendFileSync, writeFileSync } from 'node:fs';

const [ending, logFile, readyFile] = process.argv.slice(2);
const say = () => console.log(`pid ${process.pid}`);

if (ending === 'wait') {
  const end = (reason) => {
    if (logFile) appendFileSync(logFile, `${reason}\n`);
    setTimeout(() => process.exit(0), 100);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
  process.once('disconnect', () => end('disconnect'));
  setInterval(() => undefined, 1_000);
  if (readyFile) writeFileSync(readyFile, '');
  say();
} else {
  say();
  process.exit(Number(ending));
}
