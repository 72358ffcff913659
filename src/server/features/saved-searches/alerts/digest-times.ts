/** Calculates digest times: 8:00 in a search's or user's time zone, on Mondays for weekly digests. */

import { LRUCache } from 'lru-cache';
import { isTimeZone } from '#shared/schemas/tours/time-zone.ts';
import type { Frequency } from '#shared/saved-searches/saved-search.ts';

const DIGEST_HOUR = 8;
const DAY_MS = 24 * 60 * 60 * 1000;
const MONDAY = 1;

/** Formatters by time zone. Creating one takes as long as a hundred calls to it. */
const formatters = new LRUCache<string, Intl.DateTimeFormat>({
  max: 100,
  memoMethod: (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      // Another process may know more zones. One search must not stop the alerts of all.
      timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
});

/** Returns the local time in a zone, represented as UTC. */
function toLocalTime(timeZone: string, time: Date): Date {
  const parts = formatters.memo(timeZone).formatToParts(time);
  const getPart = (type: string) =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  return new Date(
    Date.UTC(
      getPart('year'),
      getPart('month') - 1,
      getPart('day'),
      getPart('hour'),
      getPart('minute'),
      getPart('second'),
    ),
  );
}

/** Converts a local time to an instant. The local time must exist: clock changes do not skip 8:00. */
function toInstant(timeZone: string, localTime: Date): Date {
  const localMs = Math.floor(localTime.getTime() / 1000) * 1000;
  let instant = new Date(localMs);
  // The first estimate can be on the other side of a clock change.
  for (let round = 0; round < 2; round += 1) {
    const offset = toLocalTime(timeZone, instant).getTime() - instant.getTime();
    instant = new Date(localMs - offset);
  }
  return instant;
}

type DigestFrequency = Extract<Frequency, 'daily' | 'weekly'>;

/** The last result for each frequency and time zone. Nearly all calls reuse it. */
const lastResults = new LRUCache<string, { after: Date; digest: Date }>({ max: 1_000 });

/**
 * Returns the time of the first digest after an instant.
 *
 * @param timeZone an IANA name
 */
export function findNextDigestTime(
  frequency: DigestFrequency,
  timeZone: string,
  after: Date,
): Date {
  const key = `${frequency} ${timeZone}`;
  const last = lastResults.get(key);
  if (last !== undefined && last.after <= after && after < last.digest) return last.digest;
  const digest = findDigest(frequency, timeZone, after);
  lastResults.set(key, { after, digest });
  return digest;
}

function findDigest(frequency: DigestFrequency, timeZone: string, after: Date): Date {
  const localTime = toLocalTime(timeZone, after);
  const midnight = Math.floor(localTime.getTime() / DAY_MS) * DAY_MS;
  for (let days = 0; ; days += 1) {
    const day = new Date(midnight + days * DAY_MS + DIGEST_HOUR * 60 * 60 * 1000);
    if (frequency === 'weekly' && day.getUTCDay() !== MONDAY) continue;
    const instant = toInstant(timeZone, day);
    if (instant > after) return instant;
  }
}
