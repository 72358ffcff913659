import type { FastifyInstance } from 'fastify';

/**
 * Warns once if TRUST_PROXY does not account for a proxy. All requests would then appear to come
 * from the proxy's address and share its limits (docs/product/messages.md, Limits; README.md,
 * Settings: TRUST_PROXY).
 */
export function installForwardedWarning(app: FastifyInstance): void {
  let isLogged = false;
  app.addHook('onRequest', async (request) => {
    if (isLogged || request.headers['x-forwarded-for'] === undefined) return;
    isLogged = true;
    app.log.warn(
      'A request has an X-Forwarded-For header, which is ignored because TRUST_PROXY is 0. ' +
        'If the server is behind a proxy, set TRUST_PROXY to the number of proxies.',
    );
  });
}
