/**
 * Rejects bodies that arrive in tiny chunks. Node.js stores each received chunk in a buffer of its own, so a chunk of one
 * byte takes about 400 bytes of memory until the body is complete. Without this limit, the limits on the size of bodies
 * would not limit their memory.
 */

import type { FastifyInstance } from 'fastify';

/** The number of chunks that a body can have regardless of their size. */
const MAX_TINY_CHUNKS = 100;
/**
 * The minimum average size of a body's chunks if there are more. The smallest TCP segments on the internet have about
 * 500 bytes.
 */
const MIN_AVERAGE_BYTES = 256;

/** The code of the error that is passed to the server's `clientError` listeners. */
export const TINY_CHUNKS = 'TINY_CHUNKS';

/** Installs the limit. Must be called before other hooks read bodies, and after the shed log is installed. */
export function installChunkLimit(app: FastifyInstance): void {
  app.networkRequests.onRequest((request) => {
    let chunkCount = 0;
    let byteCount = 0;
    const push = request.push.bind(request);
    // Called by the HTTP parser. A 'data' listener would miss the chunks of a body that is not being read yet.
    request.push = (chunk: Buffer | null) => {
      if (chunk === null) return push(chunk);
      if (request.socket.destroyed) return false;
      chunkCount += 1;
      byteCount += chunk.length;
      if (chunkCount <= MAX_TINY_CHUNKS || byteCount >= chunkCount * MIN_AVERAGE_BYTES)
        return push(chunk);
      app.countShed('tiny chunks');
      const error = Object.assign(new Error('The chunks are too small.'), { code: TINY_CHUNKS });
      app.server.emit('clientError', error, request.socket);
      return false;
    };
  });
}
