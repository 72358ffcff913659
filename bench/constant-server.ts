/**
 * The baseline: plain Fastify with a short constant response. The benchmark starts it as a separate process.
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
