import { useState } from 'react';
import { isApiError } from './api-error.ts';

/** The fast interval: an answer appears within two seconds, as with the event stream. */
const LIVELY_MS = 1_500;
/** The interval after `LIVELY_FOR_MS` without changes. */
const CALM_MS = 10_000;
const LIVELY_FOR_MS = 10 * 60 * 1000;
/** The statuses of an expired or invalid link. */
const GONE: ReadonlySet<number> = new Set([401, 404]);

/** The relevant part of a query. */
interface Asked {
  state: { data: unknown; error: unknown };
}

/** => Returns the polling interval */
export function createLinkInterval(now: () => number = Date.now): (query: Asked) => number | false {
  let last: { data: unknown; at: number } | undefined;
  return ({ state: { data, error } }) => {
    if (data === undefined && isApiError(error)) return GONE.has(error.status) ? false : CALM_MS;
    if (last === undefined || last.data !== data) last = { data, at: now() };
    return now() - last.at < LIVELY_FOR_MS ? LIVELY_MS : CALM_MS;
  };
}

/** Returns the interval of a component's query, for `refetchInterval`. */
export function useLinkInterval(): (query: Asked) => number | false {
  const [interval] = useState(() => createLinkInterval());
  return interval;
}
