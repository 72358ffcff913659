import type { FastifyInstance } from 'fastify';

/**
 * Warns once about a proxy missing from the settings: all requests then come from the proxy's address and
 * share its limits (docs/product/messages.md, Limits; README.md, Settings: TRUST_PROXY).
 */
export function installForwardedWarning(app: FastifyInstance): void {
  let isLogged = false;
  app.addHook('onRequest', async (request) => {
    if (isLogged || request.headers['x-forwarded-for'] === undefined) return;
    isLogged = true;
    app.log.warn(
      'A request came with X-Forwarded-For, which is ignored while TRUST_PROXY is 0. ' +
        'If there is a proxy in front, set TRUST_PROXY to the number of proxies.',
    );
  });
}
