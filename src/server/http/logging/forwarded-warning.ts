import type { FastifyInstance } from 'fastify';

/**
 * Says once that a proxy seems to stand in front which the settings do not know of: everybody then comes from the
 * proxy's address, and limits by IP address are shared by all (docs/product/messages.md, Limits; README.md, Settings:
 * TRUST_PROXY).
 */
export function installForwardedWarning(app: FastifyInstance): void {
  let isSaid = false;
  app.addHook('onRequest', async (request) => {
    if (isSaid || request.headers['x-forwarded-for'] === undefined) return;
    isSaid = true;
    app.log.warn(
      'A request came with X-Forwarded-For, which is ignored while TRUST_PROXY is 0. ' +
        'If a proxy stands in front, set TRUST_PROXY to the number of proxies.',
    );
  });
}
