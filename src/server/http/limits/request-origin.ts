/** Records the IP address on whose behalf a request's statements run. */

import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { currentOrigin, runForAddress } from '../../concurrency/request-address.ts';
import { networkKey } from './rate-limits.ts';

/** Limits the database connections of an IP address. API calls of a page being rendered count for the page's client. */
export function installRequestAddress(app: FastifyInstance): void {
  const run: onRequestHookHandler = (request, _reply, done) => {
    const isPartOfPage = currentOrigin() !== undefined && !app.load.isFromNetwork(request.raw);
    if (isPartOfPage) done();
    else runForAddress(networkKey(request.ip), done);
  };
  app.addHook('onRequest', run);
  // Body parsing loses the async context.
  app.addHook('preHandler', run);
}
