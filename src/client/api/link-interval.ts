import { useState } from 'react';
import { isApiError } from './api-error.ts';

/** While something may come any moment: an answer is seen within two seconds, as by the event stream. */
const LIVELY_MS = 1_500;
/** Once nothing has come for `LIVELY_FOR_MS`. */
const CALM_MS = 10_000;
const LIVELY_FOR_MS = 10 * 60 * 1000;
/** The status of a link that is no longer good, or never was. */
const GONE: ReadonlySet<number> = new Set([401, 404]);

/** The part of a query that counts. */
interface Asked {
  state: { data: unknown; error: unknown };
}

/**
 * How often a visible page behind an emailed link polls, in milliseconds: without an account there is no event
 * stream. Often for ten minutes after it was opened and after each change, rarely afterwards. A page that could not
 * be loaded polls rarely, so that its 'Try again' button stays in place; an invalid link, never.
 *
 * @param now milliseconds since the epoch
 */
export function createLinkInterval(now: () => number = Date.now): (query: Asked) => number | false {
  let last: { data: unknown; at: number } | undefined;
  return ({ state: { data, error } }) => {
    if (data === undefined && isApiError(error)) return GONE.has(error.status) ? false : CALM_MS;
    if (last === undefined || last.data !== data) last = { data, at: now() };
    return now() - last.at < LIVELY_FOR_MS ? LIVELY_MS : CALM_MS;
  };
}

/** The same for a component's query, as `refetchInterval`. */
export function useLinkInterval(): (query: Asked) => number | false {
  const [interval] = useState(() => createLinkInterval());
  return interval;
}
