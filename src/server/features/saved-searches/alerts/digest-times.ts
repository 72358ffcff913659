/** Times of digests: at 8:00 in the recipient's time zone, weekly ones on Mondays. */

import { LRUCache } from 'lru-cache';
import type { Frequency } from '#shared/saved-searches/saved-search.ts';

const HOUR = 8;
const DAY_MS = 24 * 60 * 60 * 1000;
const MONDAY = 1;

/** Creating a formatter costs as much as formatting a hundred times. */
const clocks = new LRUCache<string, Intl.DateTimeFormat>({
  max: 100,
  memoMethod: (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
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
function wallTime(timeZone: string, time: Date): Date {
  const parts = clocks.memo(timeZone).formatToParts(time);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return new Date(
    Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')),
  );
}

/** Converts a local time to an instant; a time skipped by a clock change becomes a later one. */
function momentOf(timeZone: string, wall: Date): Date {
  const seconds = Math.floor(wall.getTime() / 1000) * 1000;
  let moment = new Date(seconds);
  // The first guess can be on the other side of a clock change.
  for (let round = 0; round < 2; round += 1) {
    const offset = wallTime(timeZone, moment).getTime() - moment.getTime();
    moment = new Date(seconds - offset);
  }
  return moment;
}

type DigestFrequency = Extract<Frequency, 'daily' | 'weekly'>;

/** The last result per time zone, which nearly all calls reuse. */
const lastResults = new LRUCache<string, { after: Date; digest: Date }>({ max: 1_000 });

/**
 * Returns the time of the first digest after an instant.
 *
 * @param timeZone an IANA name
 */
export function nextDigest(frequency: DigestFrequency, timeZone: string, after: Date): Date {
  const key = `${frequency} ${timeZone}`;
  const last = lastResults.get(key);
  if (last !== undefined && last.after <= after && after < last.digest) return last.digest;
  const digest = findDigest(frequency, timeZone, after);
  lastResults.set(key, { after, digest });
  return digest;
}

function findDigest(frequency: DigestFrequency, timeZone: string, after: Date): Date {
  const wall = wallTime(timeZone, after);
  const midnight = Math.floor(wall.getTime() / DAY_MS) * DAY_MS;
  for (let days = 0; ; days += 1) {
    const day = new Date(midnight + days * DAY_MS + HOUR * 60 * 60 * 1000);
    if (frequency === 'weekly' && day.getUTCDay() !== MONDAY) continue;
    const moment = momentOf(timeZone, day);
    if (moment > after) return moment;
  }
}
