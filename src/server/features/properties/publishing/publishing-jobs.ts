/**
 * Publishes and expires listings when due. Times are stored with the listings, so nothing is lost
 * when a process restarts.
 */

import { EXPIRY_NOTICE_DAYS } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { type Database, inTransaction } from '../../../database/database.ts';
import type { JobContext, RecurringJobs } from '../../../jobs/job-handler.ts';
import { addMail } from '../../../jobs/mail-job.ts';
import { addNotification } from '../../notifications/notification-service.ts';
import { findStartOfDay } from '../../tours/open-houses/open-house-service.ts';
import { cancelToursOfHomes } from '../../tours/tour-change-service.ts';
import { publishListings } from '../management/publication-repository.ts';
import {
  type ExpiringListing,
  expireListings,
  markNotified,
  lockExpiringListings,
  lockDueListings,
  unscheduleListings,
} from './due-listings-repository.ts';
import { EXPIRY_MAIL, expiryText } from './expiry-mail.ts';

const HOUR_MS = 60 * 60 * 1000;
/** In the earliest time zone, a day begins this long before UTC. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS;

/** Recurring jobs by name. */
export const recurringPublishingJobs: RecurringJobs = {
  /** Publishes scheduled listings. Several processes can run this concurrently. */
  'listings.publish': {
    every: 'minute',
    handle: async ({ db, now, shutdownSignal }) => {
      const publishBatch = () =>
        inTransaction(db, null, async (transaction) => {
          const due = await lockDueListings(transaction, now);
          const idsOf = (hasAgent: boolean) =>
            due.filter((listing) => listing.hasAgent === hasAgent).map(({ id }) => id);
          await publishListings(transaction, idsOf(true), now);
          // A former agent can no longer publish.
          await unscheduleListings(transaction, idsOf(false), now);
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
      await handleDueListings(
        context,
        { days: 0, isUnnotified: false },
        async (transaction, due) => {
          const ids = due.map(({ id }) => id);
          await expireListings(transaction, ids, now);
          await cancelToursOfHomes(transaction, ids, 'unavailable', now);
        },
      );
      await handleDueListings(
        context,
        { days: EXPIRY_NOTICE_DAYS, isUnnotified: true },
        async (db, due) => {
          await markNotified(
            db,
            due.map(({ id }) => id),
          );
          for (const listing of due) await notifyAgent(db, listing, now);
        },
      );
    },
  },
};

/**
 * Handles, in batches, listings that expire in at most `days` days in their own time zone.
 */
async function handleDueListings(
  { db, now, shutdownSignal }: JobContext,
  { days, isUnnotified }: { days: number; isUnnotified: boolean },
  handle: (transaction: Database, due: readonly ExpiringListing[]) => Promise<void>,
): Promise<void> {
  const until = new Date(now.getTime() + EARLIEST_ZONE_MS + days * 24 * HOUR_MS)
    .toISOString()
    .slice(0, 10);
  let after: string | undefined = '0';
  while (after !== undefined && !shutdownSignal.aborted) {
    const from: string = after;
    after = await inTransaction(db, null, async (transaction) => {
      const listings = await lockExpiringListings(transaction, {
        until,
        after: from,
        isUnnotified,
      });
      const due: ExpiringListing[] = [];
      for (const listing of listings) {
        const start = await findStartOfDay(listing, listing.expiresOn, -days);
        if (start <= now) due.push(listing);
      }
      if (due.length > 0) await handle(transaction, due);
      return listings.at(-1)?.id;
    });
  }
}

async function notifyAgent(
  transaction: Database,
  listing: ExpiringListing,
  now: Date,
): Promise<void> {
  const { id, agentId, title, expiresOn } = listing;
  await addNotification(transaction, {
    userId: agentId,
    kind: 'listing',
    title: `${title} ${expiryText(expiresOn)}`,
    link: pagePaths.editListing(id),
    createdAt: now,
  });
  await addMail(transaction, {
    kind: EXPIRY_MAIL,
    to: { proof: 'account', userId: agentId },
    author: 'agent',
    payload: { propertyId: id, expiresOn },
    now,
  });
}
