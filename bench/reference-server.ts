/**
 * The baseline: plain Node.js and `pg`, with one statement per request on one wide table, and without a framework,
 * validation, or counts. The benchmark starts it as a separate process with DATABASE_URL.
 */

import { createServer } from 'node:http';
import pg from 'pg';
import { referenceStatement } from './reference-statements.ts';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 4 });

const server = createServer((request, response) => {
  pool.query<{ body: string }>(referenceStatement(request.url ?? '')).then(
    ({ rows }) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.end(rows[0]?.body ?? 'null');
    },
    (error: unknown) => {
      response.writeHead(500);
      response.end(String(error));
    },
  );
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) {
    process.stdout.write(`ready at http://localhost:${address.port}\n`);
  }
});
process.on('SIGTERM', () => process.exit(0));
