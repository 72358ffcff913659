import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

/** Headers that proxies add to requests. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
];

/** Returns whether a request may sign in demo accounts. */
export type AllowsDemo = (request: FastifyRequest) => boolean;

/**
 * Creates a guard for demo accounts, whose passwords are published. Unless enabled explicitly, they work only from this
 * machine: a request through a proxy indicates that the site is public but `PUBLIC_URL` was not set.
 *
 * @param options.isDemoAllowed whether demo accounts can sign in at all
 * @param options.isDemoRequested whether `DEMO=1` is set, which allows them even through a proxy
 * @param log receives a warning for the first request through a proxy
 */
export function createDemoGuard(
  options: { isDemoAllowed: boolean; isDemoRequested: boolean },
  log: Pick<FastifyBaseLogger, 'warn'>,
): AllowsDemo {
  let isLogged = false;
  return ({ headers }) => {
    if (!options.isDemoAllowed || options.isDemoRequested) return options.isDemoAllowed;
    const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
    if (isForwarded && !isLogged) {
      isLogged = true;
      log.warn(
        'A request came through a proxy, so demo accounts cannot sign in. Set PUBLIC_URL to the URL of the site, or DEMO=1 to allow everyone to use the demo accounts.',
      );
    }
    return !isForwarded;
  };
}
