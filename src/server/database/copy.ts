/**
 * PostgreSQL's COPY as streams. `pg` speaks that part of the protocol but leaves it to a query object of one's own,
 * which is what these are; its types do not name the calls.
 */

import { once } from 'node:events';
import { type Duplex, Readable } from 'node:stream';
import type pg from 'pg';

/** What `pg` offers to query objects (its lib/connection.js). */
type CopyConnection = {
  stream: Duplex;
  query: (text: string) => void;
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
  sendCopyFail: (reason: string) => void;
};

/** What `pg` calls on a query object (its lib/client.js). */
type CopyQuery = {
  submit: (connection: CopyConnection) => void;
  handleError: (error: Error) => void;
  handleReadyForQuery: () => void;
  handleCommandComplete: () => void;
  handleCopyData?: (message: { chunk: Buffer }) => void;
  handleCopyInResponse?: (connection: CopyConnection) => void;
};

const run = (client: pg.ClientBase, query: CopyQuery) =>
  void client.query(query as unknown as pg.Submittable);

/**
 * What `copy … to stdout` gives, as bytes. The client can do nothing else until the stream has ended; one that is not
 * read to its end leaves a client that is of no more use.
 */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  let connection: CopyConnection | undefined;
  const stream = new Readable({
    read: () => connection?.stream.resume(),
    destroy: (error, done) => {
      connection?.stream.resume();
      done(error);
    },
  });
  run(client, {
    submit: (given) => {
      connection = given;
      given.query(statement);
    },
    handleCopyData: ({ chunk }) => {
      // The parser uses the memory of a message again.
      if (!stream.destroyed && !stream.push(Buffer.from(chunk))) connection?.stream.pause();
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => void (stream.destroyed || stream.push(null)),
    handleError: (error) => stream.destroy(error),
  });
  return stream;
}

/** Feeds `copy … from stdin`; resolves when the rows are in. An error of the source undoes the statement. */
export async function copyIn(
  client: pg.ClientBase,
  statement: string,
  source: AsyncIterable<Buffer>,
): Promise<void> {
  const done = Promise.withResolvers<void>();
  let failure: Error | undefined;
  const feed = async (connection: CopyConnection) => {
    try {
      for await (const chunk of source) {
        if (failure !== undefined) return;
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
      }
      connection.endCopyFrom();
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error));
      connection.sendCopyFail('The source failed.');
    }
  };
  run(client, {
    submit: (connection) => connection.query(statement),
    handleCopyInResponse: (connection) => void feed(connection),
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => (failure === undefined ? done.resolve() : done.reject(failure)),
    // Before "ready for query", which follows unless the connection is gone.
    handleError: (error) => {
      failure ??= error;
      done.reject(failure);
    },
  });
  await done.promise;
}
