/**
 * A process that uses an embedded database, for the tests beside it: starts one in the folder given as argument, prints
 * what it got as one line of JSON, and gives it up when its input ends.
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
