/**
 * Publishes and expires listings when they are due. Times are stored with the listings, so nothing
 * is lost when a process restarts.
 */

import { EXPIRY_NOTICE_DAYS } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { type Database, inTransaction } from '../../../database/database.ts';
import type { JobContext, RecurringJobs } from '../../../jobs/job-handler.ts';
import { accountCause, addMail } from '../../../jobs/mail-job.ts';
import { addNotification } from '../../notifications/notification-service.ts';
import { createStartOfDayFinder } from '../../tours/open-houses/open-house-service.ts';
import { cancelToursOfHomes } from '../../tours/tour-change-service.ts';
import { needsReview } from '../../policies/policies-service.ts';
import { publishListings } from '../management/publication-repository.ts';
import {
  type DueListing,
  type ExpiringListing,
  type ExpiryCandidate,
  expireListings,
  findExpiryCandidates,
  markNotified,
  lockExpiringListings,
  lockDueListings,
  MAX_PER_TRANSACTION,
  submitListings,
  unscheduleListings,
} from './due-listings-repository.ts';
import { EXPIRY_MAIL, expiringListingsText, expiryText } from './expiry-mail.ts';

const HOUR_MS = 60 * 60 * 1000;
/** In the earliest time zone, a day begins this long before it begins in UTC. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS;

type AnnounceReview = (
  transaction: Database,
  listing: { id: string; title: string; isExisting: boolean },
  now: Date,
) => Promise<void>;

/**
 * Returns the recurring jobs by name.
 *
 * @param options.announceReview notifies the admins about a listing that has entered review
 */
export const createRecurringPublishingJobs = (options: {
  announceReview: AnnounceReview;
}): RecurringJobs => ({
  /** Publishes scheduled listings. Several processes can run this concurrently. */
  'listings.publish': {
    every: 'minute',
    handle: async ({ db, now, shutdownSignal }) => {
      const publishBatch = () =>
        inTransaction(db, null, async (transaction) => {
          const due = await lockDueListings(transaction, now);
          const listings = Map.groupBy(await decideDue(transaction, due), ({ state }) => state);
          const idsOf = (state: DueState) => listings.get(state)?.map(({ id }) => id) ?? [];
          await publishListings(transaction, idsOf('published'), now);
          await unscheduleListings(transaction, idsOf('draft'), now);
          await submitListings(transaction, idsOf('in_review'), now);
          for (const listing of listings.get('in_review') ?? []) {
            await options.announceReview(transaction, { ...listing, isExisting: true }, now);
            await notifyOfReview(transaction, listing, now);
          }
          return due.length;
        });
      while (!shutdownSignal.aborted && (await publishBatch()) > 0);
    },
  },

  /** Takes expired listings off the market and notifies agents a week in advance. */
  'listings.expire': {
    every: 'minute',
    handle: async (context) => {
      const { now } = context;
      await handleExpiringListings(
        context,
        { days: 0, onlyUnnotified: false },
        async (transaction, due) => {
          const ids = due.map(({ id }) => id);
          await expireListings(transaction, ids, now);
          await cancelToursOfHomes(transaction, ids, 'unavailable', now);
        },
      );
      await handleExpiringListings(
        context,
        { days: EXPIRY_NOTICE_DAYS, onlyUnnotified: true },
        async (db, due) => {
          await markNotified(
            db,
            due.map(({ id }) => id),
          );
          for (const [agentId, listings] of Map.groupBy(due, (listing) => listing.agentId))
            await notifyAgent(db, agentId, listings, now);
        },
      );
    },
  },
});

type DueState = 'published' | 'in_review' | 'draft';

/**
 * Decides the states of due listings based on their agents' current roles and the review policy, which
 * can be newer than the schedule. A former agent can no longer publish.
 */
async function decideDue(
  transaction: Database,
  due: readonly DueListing[],
): Promise<(DueListing & { state: DueState })[]> {
  const decisions = [];
  for (const listing of due) {
    const { agentId, role, isApproved } = listing;
    const needsApproval =
      !isApproved && (await needsReview(transaction, { _id: agentId, role }, agentId));
    const state: DueState = role === 'user' ? 'draft' : needsApproval ? 'in_review' : 'published';
    decisions.push({ ...listing, state });
  }
  return decisions;
}

async function notifyOfReview(
  transaction: Database,
  { id, agentId, title }: DueListing,
  now: Date,
): Promise<void> {
  await addNotification(transaction, {
    userId: agentId,
    kind: 'listing',
    title: `${title} is waiting for review`,
    link: pagePaths.editListing(id),
    createdAt: now,
  });
}

/**
 * Handles listings that expire in at most `days` days in their own time zone. Each batch contains only one
 * agent's listings, so that one email can report all of them.
 */
async function handleExpiringListings(
  { db, now, shutdownSignal }: JobContext,
  { days, onlyUnnotified }: { days: number; onlyUnnotified: boolean },
  handle: (transaction: Database, due: readonly ExpiringListing[]) => Promise<void>,
): Promise<void> {
  const until = new Date(now.getTime() + EARLIEST_ZONE_MS + days * 24 * HOUR_MS)
    .toISOString()
    .slice(0, 10);
  const findStartOfDay = createStartOfDayFinder(-days);
  let after: Pick<ExpiryCandidate, 'id' | 'agentId'> | undefined = { id: '0', agentId: '0' };
  while (after !== undefined && !shutdownSignal.aborted) {
    const candidates = await findExpiryCandidates(db, { until, after, onlyUnnotified });
    after = candidates.at(-1);
    const due: ExpiryCandidate[] = [];
    for (const candidate of candidates)
      if ((await findStartOfDay(candidate, candidate.expiresOn)) <= now) due.push(candidate);
    for (const listings of Map.groupBy(due, ({ agentId }) => agentId).values())
      for (
        let start = 0;
        start < listings.length && !shutdownSignal.aborted;
        start += MAX_PER_TRANSACTION
      ) {
        const batch = listings.slice(start, start + MAX_PER_TRANSACTION);
        await inTransaction(db, null, async (transaction) => {
          const locked = await lockExpiringListings(transaction, batch, { onlyUnnotified });
          if (locked.length > 0) await handle(transaction, locked);
        });
      }
  }
}

/** Notifies an agent of up to `MAX_PER_TRANSACTION` listings with one notification and one email. */
async function notifyAgent(
  transaction: Database,
  agentId: string,
  listings: readonly ExpiringListing[],
  now: Date,
): Promise<void> {
  const [first] = listings;
  if (first === undefined) return;
  const isOne = listings.length === 1;
  await addNotification(transaction, {
    userId: agentId,
    kind: 'listing',
    title: isOne
      ? `${first.title} ${expiryText(first.expiresOn)}`
      : expiringListingsText(listings.length),
    link: isOne ? pagePaths.editListing(first.id) : pagePaths.myListings(),
    createdAt: now,
  });
  await addMail(transaction, {
    kind: EXPIRY_MAIL,
    to: { proof: 'account', userId: agentId },
    author: 'agent',
    cause: await accountCause(transaction, agentId),
    payload: { listings: listings.map(({ id, expiresOn }) => ({ propertyId: id, expiresOn })) },
    now,
  });
}
