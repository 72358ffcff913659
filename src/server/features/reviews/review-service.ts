/** Reviews of listings before publication (docs/product/reviews.md). */

import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type {
  Review,
  ReviewDecisionForm,
  ReviewDecision,
} from '#shared/schemas/brokerage/review.ts';
import type { PageQuery } from '#shared/schemas/common.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { AppError, forbidden, notFound } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import type { RawJson } from '../../http/endpoints/raw-json.ts';
import { addMail } from '../../jobs/mail-job.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { addNotification } from '../notifications/notification-service.ts';
import { readEachProperty } from '../properties/property-serializer.ts';
import { DECISION_MAIL } from './review-mail.ts';
import {
  approve,
  findReviewers,
  findWaiting,
  insertReview,
  lockListing,
  requestChanges,
  type WaitingRow,
} from './review-repository.ts';

export function createReviewService({ db, now }: { db: Database; now: () => Date }) {
  return {
    /** Returns one page of the listings in review, oldest first. */
    async list(query: PageQuery): Promise<{ reviews: Review[]; total: number }> {
      const { rows, total } = await findWaiting(db, toSlice(query));
      const ids = rows.map(({ id }) => id);
      const listings = await readEachProperty(db, ids, 'managed', now());
      return {
        reviews: rows.flatMap((row) => {
          const listing = listings.get(row.id);
          return listing === undefined ? [] : [toReview(row, listing)];
        }),
        total,
      };
    },

    /**
     * Approves a listing (publishing or scheduling it), or requests changes. Notifies the agent.
     *
     * @throws AppError FORBIDDEN, NOT_FOUND, CONFLICT if the listing is not in review or has changed since
     *   `before`, or if it is approved but its agent can no longer publish
     */
    async decide(
      actor: SignedIn,
      propertyId: string,
      { decision, reason: reasonText = '', before }: ReviewDecisionForm,
    ): Promise<RawJson> {
      const reason = reasonText === '' ? null : reasonText;
      return inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'review:manage')) throw forbidden();
        const listing = await lockListing(transaction, propertyId);
        if (listing === undefined) throw notFound('Property not found.');
        if (listing.publishState !== 'in_review') {
          throw new AppError('CONFLICT', 'This listing is not in review.');
        }
        if (before !== undefined && new Date(before).getTime() !== listing.updatedAt.getTime()) {
          throw new AppError('CONFLICT', 'The listing has changed. Please check it again.');
        }
        const { title, agentId, agentRole, publishAt } = listing;
        if (decision === 'approved') {
          if (agentRole === 'user')
            throw new AppError('CONFLICT', 'The listing’s agent can no longer publish.');
          await approve(transaction, propertyId, { publishAt, now: now() });
        } else {
          await requestChanges(transaction, propertyId, { reason: reasonText, now: now() });
        }
        const review = { propertyId, decision, reason, now: now() };
        const reviewId = await insertReview(transaction, review);
        await recordAudit(transaction, actor, {
          action: decision === 'approved' ? 'listing.approved' : 'listing.changes_requested',
          entity: { kind: 'listing', id: propertyId, title },
          changes: reason === null ? {} : { reason: [null, reason] },
          now: now(),
        });
        await notifyAgent(transaction, { propertyId, title, agentId, decision, reviewId });
        const listings = await readEachProperty(transaction, [propertyId], 'managed', now());
        const updatedListing = listings.get(propertyId);
        if (updatedListing === undefined) throw notFound('Property not found.');
        return updatedListing;
      });
    },
  };

  async function notifyAgent(
    transaction: Database,
    outcome: {
      propertyId: string;
      title: string;
      agentId: string;
      decision: ReviewDecision;
      reviewId: string;
    },
  ): Promise<void> {
    const { propertyId, title, agentId, decision, reviewId } = outcome;
    await addNotification(transaction, {
      userId: agentId,
      kind: 'listing',
      title:
        decision === 'approved'
          ? `${title} was approved`
          : `${title} needs changes before it goes live`,
      link: pagePaths.editListing(propertyId),
      createdAt: now(),
    });
    await addMail(transaction, {
      kind: DECISION_MAIL,
      to: { proof: 'account', userId: agentId },
      author: 'admin',
      cause: null,
      payload: { reviewId },
      now: now(),
    });
  }
}

/**
 * Notifies every admin that a listing has entered review, in the transaction of that change. Agents
 * can withdraw and resubmit a listing any number of times, so an admin gets no further notification
 * while one about the listing since its last decision is unread.
 *
 * @param listing.isExisting whether the listing existed before this change, in which case admins can
 *   have an unread notification
 */
export async function announceReview(
  transaction: Database,
  { id, title, isExisting = false }: { id: string; title: string; isExisting?: boolean },
  now: Date,
): Promise<void> {
  const link = `${pagePaths.reviews()}#listing-${id}`;
  const notified = isExisting ? { propertyId: id, link } : undefined;
  const notice = { title: `${title} is waiting for review`, link, now };
  await notifyReviewers(transaction, await findReviewers(transaction, notified), notice);
}

/** The maximum number of an import's listings that are announced individually. */
const MAX_SEPARATE_NOTIFICATIONS = 10;

/**
 * Notifies every admin of new listings from an import that have entered review, in the transaction of
 * that change. All listings of the import beyond the first `MAX_SEPARATE_NOTIFICATIONS` share one
 * notification.
 *
 * @param notificationCount the number of notifications about this import so far
 * @returns the new number
 */
export async function announceImportedReviews(
  transaction: Database,
  listings: readonly { id: string; title: string }[],
  { notificationCount, now }: { notificationCount: number; now: Date },
): Promise<number> {
  if (listings.length === 0 || notificationCount > MAX_SEPARATE_NOTIFICATIONS)
    return notificationCount;
  const separateListings = listings.slice(0, MAX_SEPARATE_NOTIFICATIONS - notificationCount);
  for (const listing of separateListings) await announceReview(transaction, listing, now);
  if (separateListings.length === listings.length)
    return notificationCount + separateListings.length;
  await notifyReviewers(transaction, await findReviewers(transaction), {
    title: 'More imported listings are waiting for review',
    link: pagePaths.reviews(),
    now,
  });
  return MAX_SEPARATE_NOTIFICATIONS + 1;
}

async function notifyReviewers(
  transaction: Database,
  userIds: readonly string[],
  { title, link, now }: { title: string; link: string; now: Date },
): Promise<void> {
  for (const userId of userIds)
    await addNotification(transaction, { userId, kind: 'review', title, link, createdAt: now });
}

function toReview(row: WaitingRow, listing: RawJson): Review {
  const { decision, reason, decided_at: decidedAt } = row;
  return {
    // JSON from the listing serializer.
    ...(JSON.parse(listing.text) as Property),
    submittedAt: row.submitted_at.toISOString(),
    previousDecision:
      decision === null || decidedAt === null
        ? null
        : { decision, reason, at: decidedAt.toISOString() },
  };
}
