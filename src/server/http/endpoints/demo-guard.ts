import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

/** Headers by which proxies say that a request came through them. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
];

/** Whether demo accounts may be signed in by a request. */
export type AllowsDemo = (request: FastifyRequest) => boolean;

/**
 * Demo accounts have published passwords. Unless enabled explicitly, they are for this machine alone: a request that
 * came through a proxy shows that the site is public and `PUBLIC_URL` was forgotten.
 *
 * @param options.allowDemo whether they may sign in at all
 * @param options.isDemoAsked `DEMO=1` was set, which is obeyed in any case
 * @param log gets one line
 */
export function createDemoGuard(
  options: { allowDemo: boolean; isDemoAsked: boolean },
  log: Pick<FastifyBaseLogger, 'warn'>,
): AllowsDemo {
  let isSaid = false;
  return ({ headers }) => {
    if (!options.allowDemo || options.isDemoAsked) return options.allowDemo;
    const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
    if (isForwarded && !isSaid) {
      isSaid = true;
      log.warn(
        'A request came through a proxy: demo accounts cannot sign in by it. Set PUBLIC_URL to the address of the site, or DEMO=1 if everyone may use the demo accounts.',
      );
    }
    return !isForwarded;
  };
}
