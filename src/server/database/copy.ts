/** PostgreSQL's COPY as streams. */

import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/**
 * Returns the output of `copy … to stdout` as bytes. The client is busy until the stream ends, and
 * becomes unusable if the stream is not read to its end.
 */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  return client.query(to(statement));
}

/** Feeds `copy … from stdin` and resolves when all rows are stored. An error in the source rolls back the statement. */
export async function copyIn(
  client: pg.ClientBase,
  statement: string,
  source: AsyncIterable<Buffer>,
): Promise<void> {
  await pipeline(source, client.query(from(statement)));
}
