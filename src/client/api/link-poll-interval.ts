import { useState } from 'react';
import { isApiError } from './api-error.ts';

/** The fast interval: a reply appears within two seconds, as with the event stream. */
const FAST_INTERVAL_MS = 1_500;
/** How long polling stays fast without changes. */
const FAST_DURATION_MS = 10 * 60 * 1000;
/** The interval afterward. */
const SLOW_INTERVAL_MS = 10_000;
/** The statuses of an expired or invalid link. */
const INVALID_STATUSES: ReadonlySet<number> = new Set([401, 404]);

/** The relevant part of a query. */
interface PolledQuery {
  state: { data: unknown; error: unknown };
}

/**
 * Creates a function that returns the polling interval, in milliseconds, of a page opened from an
 * emailed link. Without an account, there is no event stream. The interval is short for ten minutes
 * after opening and after each change, and long afterward. A page that failed to load polls slowly
 * so that its 'Try again' button stays in place. An invalid link is not polled.
 *
 * @param now milliseconds since the epoch
 */
export function createLinkPollInterval(
  now: () => number = Date.now,
): (query: PolledQuery) => number | false {
  let lastChange: { data: unknown; at: number } | undefined;
  return ({ state: { data, error } }) => {
    if (data === undefined && isApiError(error))
      return INVALID_STATUSES.has(error.status) ? false : SLOW_INTERVAL_MS;
    if (lastChange === undefined || lastChange.data !== data) lastChange = { data, at: now() };
    return now() - lastChange.at < FAST_DURATION_MS ? FAST_INTERVAL_MS : SLOW_INTERVAL_MS;
  };
}

/** Returns the interval of a component's query, for `refetchInterval`. */
export function useLinkPollInterval(): (query: PolledQuery) => number | false {
  const [interval] = useState(() => createLinkPollInterval());
  return interval;
}
