/**
 * A test process that uses an embedded database: starts it in the folder passed as an argument, prints the connection
 * as one line of JSON, and when its input ends, stops the database or exits without stopping it.
 */
import { startEmbeddedDatabase } from './embedded-database.ts';

const [dataDir = '', onEnd = 'stop'] = process.argv.slice(2);
const database = await startEmbeddedDatabase({
  dataDir,
  isDurable: false,
  log: (line) => console.error(line),
});
console.log(JSON.stringify(database.connection));
process.stdin.resume();
process.stdin.once('end', () => {
  if (onEnd === 'exit') process.exit(3);
  void database.stop();
});
