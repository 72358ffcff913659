/** From changed homes to what each recipient will be notified of (docs/product/alerts.md, What alerts report). */

import { LRUCache } from 'lru-cache';
import { matchesSearch, type SearchedProperty } from '#shared/matches-search.ts';
import type { CostRates } from '#shared/monthly-cost.ts';
import { type GivenSearch, type MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../../database/database.ts';
import { addJobs, type NewJob } from '../../../jobs/job-queue.ts';
import { alertJob } from './alert-job.ts';
import {
  type CandidateRow,
  type ChangedHome,
  findCandidates,
  findMemory,
  insertItems,
  type NewItem,
  takeChangedHomes,
} from './alert-repository.ts';
import { toSearchedProperty } from '#shared/property-rows.ts';
import { nextDigest } from './digest-times.ts';
import { noteSavedHomes } from './favorite-news.ts';
import { checkSearch, type SearchFilters } from '../search-filters.ts';
import { homeKeys } from '../search-keys.ts';

/** Changes that are matched in one transaction. */
export const CHANGES_AT_ONCE = 200;
/** A home that comes in later than this after its date is no news, in milliseconds. */
const NEWS_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** A home is back on the market once in this time, in milliseconds. */
const BACK_AGAIN_MS = 30 * 24 * 60 * 60 * 1000;

/** How long matches are gathered before an instant mail, and the pause between two for one search, in milliseconds. */
export type AlertTimes = { delayMs: number; pauseMs: number };

/** A recipient is notified with the first of these whose search matches. */
const SOONEST: readonly MailFrequency[] = ['instant', 'daily', 'weekly'];

const filtersOf = new LRUCache<string, { filters: SearchFilters | null }>({ max: 20_000 });

/** The checked filters of a stored search; null when this release knows one of them no more. */
export function readFilters(search: string): SearchFilters | null {
  const known = filtersOf.get(search);
  if (known !== undefined) return known.filters;
  let filters: SearchFilters | null = null;
  try {
    // Stored after the same check.
    ({ filters } = checkSearch(JSON.parse(search) as GivenSearch));
  } catch {
    // Matches nothing until its owner changes it.
  }
  filtersOf.set(search, { filters });
  return filters;
}

/** A change with both versions of the home. */
type Change = {
  before: SearchedProperty | null;
  after: SearchedProperty;
  changedAt: Date;
};

/** A search that a change is news for. */
type Match = { candidate: CandidateRow; change: Change; reason: NewItem['reason'] };

/**
 * Matches some of the changes that wait, and notes the notifications and their times.
 *
 * @returns how many changes were taken; 0 when none waits
 */
export async function matchSomeChanges(
  transaction: Database,
  { times, costRates }: { times: AlertTimes; costRates: CostRates },
  now: Date,
): Promise<number> {
  const { homes, taken } = await takeChangedHomes(transaction, CHANGES_AT_ONCE, now);
  await noteSavedHomes(transaction, homes, now);
  const offered = homes.filter(({ after }) => after['is_available'] === true);
  const changes = new Map(offered.map((home) => [home.property_id, toChange(home)]));
  for (const [id, change] of changes) if (isOldNews(change, now)) changes.delete(id);
  if (changes.size === 0) return taken;

  const keyed = [...changes].map(([propertyId, { after }]) => ({
    propertyId,
    keys: homeKeys(after),
  }));
  const candidates = await findCandidates(transaction, keyed);
  const matches = candidates.flatMap((candidate) => {
    const change = changes.get(candidate.property_id);
    return change === undefined ? [] : (findMatch(candidate, change, now, costRates) ?? []);
  });
  const told = await withoutRepeats(transaction, oncePerPerson(matches), now);
  if (told.length === 0) return taken;
  const items = told.map((match) => toItem(match, times, now));
  await insertItems(transaction, items);
  await addJobs(transaction, jobsOf(told, items));
  return taken;
}

function toChange({ before, after, changed_at: changedAt }: ChangedHome): Change {
  return {
    // Open houses are of the home as it is: they are no part of what is noted of a change.
    before: before === null ? null : toSearchedProperty({ ...after, ...before }),
    after: toSearchedProperty(after),
    changedAt,
  };
}

function isOldNews({ before, after }: Change, now: Date): boolean {
  return before === null && now.getTime() - Date.parse(after.createdAt) > NEWS_MAX_AGE_MS;
}

function findMatch(
  candidate: CandidateRow,
  change: Change,
  now: Date,
  rates: CostRates,
): Match[] | null {
  const { before, after } = change;
  if (candidate.user_id === after.agent._id) return null;
  const filters = readFilters(candidate.search);
  if (filters === null || !matchesSearch(after, filters, now, rates)) return null;
  const isCut = before !== null && after.price < before.price;
  if (before !== null && matchesSearch(before, filters, now, rates)) {
    return isCut ? [{ candidate, change, reason: 'price_cut' }] : null;
  }
  if (before !== null && !before.isAvailable) return [{ candidate, change, reason: 'back' }];
  return [{ candidate, change, reason: isCut ? 'price_cut' : 'new' }];
}

/** Of the searches of one recipient that a home matches, the one that notifies first. */
function oncePerPerson(matches: readonly Match[]): Match[] {
  const first = new Map<string, Match>();
  for (const match of matches) {
    const { recipient, property_id: id, frequency } = match.candidate;
    const key = `${recipient} ${id}`;
    const known = first.get(key)?.candidate.frequency;
    if (known === undefined || SOONEST.indexOf(frequency) < SOONEST.indexOf(known)) {
      first.set(key, match);
    }
  }
  return [...first.values()];
}

/** Without price cuts of which the recipient knows a lower price, and homes that were back a while ago. */
async function withoutRepeats(
  db: Database,
  matches: readonly Match[],
  now: Date,
): Promise<Match[]> {
  const pairs = matches
    .filter(({ change }) => change.before !== null)
    .map(({ candidate }) => ({
      recipient: candidate.recipient,
      propertyId: candidate.property_id,
    }));
  const rows = pairs.length === 0 ? [] : await findMemory(db, pairs);
  const memory = new Map(rows.map((row) => [`${row.recipient} ${row.property_id}`, row]));
  return matches.filter(({ candidate, change, reason }) => {
    const known = memory.get(`${candidate.recipient} ${candidate.property_id}`);
    if (known === undefined) return true;
    if (reason === 'price_cut') return change.after.price < known.lowest_price;
    if (reason === 'back') {
      return known.back_at === null || now.getTime() - known.back_at.getTime() > BACK_AGAIN_MS;
    }
    return true;
  });
}

function toItem({ candidate, change, reason }: Match, times: AlertTimes, now: Date): NewItem {
  const { before, after, changedAt } = change;
  return {
    recipient: candidate.recipient,
    searchId: candidate.search_id,
    propertyId: candidate.property_id,
    reason,
    previousPrice: before !== null && before.price > after.price ? before.price : null,
    // A change that was found late is sent when it would have been.
    dueAt: dueTime(candidate, changedAt < now ? changedAt : now, times),
  };
}

function dueTime(candidate: CandidateRow, since: Date, { delayMs, pauseMs }: AlertTimes): Date {
  const { frequency, time_zone: timeZone, last_mail_at: lastMailAt } = candidate;
  if (frequency !== 'instant') return nextDigest(frequency, timeZone, since);
  const gathered = since.getTime() + delayMs;
  return new Date(Math.max(gathered, lastMailAt === null ? 0 : lastMailAt.getTime() + pauseMs));
}

/** One job for each search that notifies at once, and for each recipient and frequency of digests. */
function jobsOf(matches: readonly Match[], items: readonly NewItem[]): NewJob[] {
  const jobs = new Map<string, NewJob>();
  matches.forEach(({ candidate }, index) => {
    const runAt = items[index]?.dueAt;
    const job = alertJob(candidate, runAt);
    if (job.key !== undefined && !jobs.has(job.key)) jobs.set(job.key, job);
  });
  return [...jobs.values()];
}
