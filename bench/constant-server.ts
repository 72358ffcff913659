/**
 * The measure for cached pages: what Fastify alone can send, a short response that is always the same. Started by
 * the benchmark as a process of its own.
 */

import Fastify from 'fastify';

const server = Fastify();
server.get('/*', async (_request, reply) =>
  reply.type('text/html; charset=utf-8').send('<!doctype html><title>Constant</title>'),
);
process.stdout.write(
  `ready at ${(await server.listen({ port: 0 })).replace(/\/\/[^:]+|\/\/\[::1\]/, '//localhost')}\n`,
);
process.on('SIGTERM', () => process.exit(0));
