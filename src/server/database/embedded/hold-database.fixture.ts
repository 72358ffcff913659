/**
 * A process that uses an embedded database, for tests: starts one in the folder given as an argument, prints the
 * connection as one line of JSON, and releases the database when its input ends.
 */
import { startEmbeddedDatabase } from './embedded-database.ts';

const [dataDir = '', ending = 'stop'] = process.argv.slice(2);
const database = await startEmbeddedDatabase({
  dataDir,
  durable: false,
  log: (line) => console.error(line),
});
console.log(JSON.stringify(database.connection));
process.stdin.resume();
process.stdin.once('end', () => {
  if (ending === 'exit') process.exit(3);
  void database.stop();
});
