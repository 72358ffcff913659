/** Determines a listing's state from its form (docs/product/publishing.md, Changing the state). */

import {
  MAX_EXPIRY_AHEAD_YEARS,
  MAX_PUBLISH_AHEAD_DAYS,
  MIN_PUBLISH_AHEAD_MS,
} from '#shared/limits.ts';
import type { Actor } from '#shared/permissions.ts';
import type { PublishState } from '#shared/property-choices.ts';
import type { RequestedState, Publishing } from '#shared/schemas/properties/publishing.ts';
import type { Database } from '../../../database/database.ts';
import { AppError, validationFailed } from '../../../errors/app-error.ts';
import { needsReview } from '../../policies/policies-service.ts';
import {
  findStoredListing,
  type PublicationColumns,
  publishedColumns,
} from './publication-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type StoredState = {
  agentId: string;
  publishState: PublishState;
  publishAt: Date | null;
  expiresOn: string | null;
  isAvailable: boolean;
};

/**
 * Returns a listing's new state and the columns to update.
 *
 * @param stored null for a new listing
 * @throws AppError VALIDATION_FAILED, CONFLICT
 */
export async function decidePublication(
  transaction: Database,
  actor: NonNullable<Actor>,
  { requested, stored, now }: { requested: Publishing; stored: StoredState | null; now: Date },
): Promise<{ state: PublishState; columns: PublicationColumns }> {
  const change = await decideState(transaction, actor, { requested, stored, now });
  const isAvailable = change.columns.is_available ?? (stored !== null && stored.isAvailable);
  if (requested.isUnderContract === 'true' && !isAvailable) {
    throw new AppError('CONFLICT', 'Only a published, available listing can be under contract.');
  }
  return {
    state: change.state,
    columns: {
      ...change.columns,
      ...(requested.expiresOn === undefined
        ? {}
        : { expires_on: readExpiry(requested.expiresOn, stored?.expiresOn ?? null, now) }),
      ...(requested.isUnderContract === undefined
        ? {}
        : { is_under_contract: requested.isUnderContract === 'true' }),
    },
  };
}

async function decideState(
  transaction: Database,
  actor: NonNullable<Actor>,
  { requested, stored, now }: { requested: Publishing; stored: StoredState | null; now: Date },
): Promise<{ state: PublishState; columns: PublicationColumns }> {
  const newState = readRequestedState(requested, stored);
  if (stored?.publishState === 'published') {
    if (newState !== undefined && newState !== 'published') {
      throw new AppError(
        'CONFLICT',
        'A published listing cannot become a draft or be scheduled. Mark it as unavailable instead.',
      );
    }
    return { state: 'published', columns: {} };
  }
  if (newState === undefined) return { state: stored?.publishState ?? 'published', columns: {} };
  if (newState === 'draft') {
    return {
      state: 'draft',
      columns: { publish_state: 'draft', publish_at: null, is_available: false },
    };
  }
  const publishAt = newState === 'scheduled' ? readPublishTime(requested, stored, now) : null;
  if (await needsReview(transaction, actor, stored?.agentId ?? actor._id)) {
    return {
      state: 'in_review',
      columns: {
        publish_state: 'in_review',
        publish_at: publishAt,
        // A listing that is already in review keeps its place in the queue.
        ...(stored?.publishState === 'in_review' ? {} : { submitted_at: now }),
        review_reason: null,
        is_available: false,
      },
    };
  }
  if (publishAt === null) return { state: 'published', columns: publishedColumns(now) };
  return {
    state: 'scheduled',
    columns: {
      publish_state: 'scheduled',
      publish_at: publishAt,
      is_approved: actor.role === 'admin',
      review_reason: null,
      is_available: false,
    },
  };
}

/**
 * Returns the requested state. If the form has no state, a new listing is published, and a
 * scheduled listing is scheduled again because the review policy may have changed since it was
 * scheduled.
 */
function readRequestedState(
  { publishState }: Publishing,
  stored: StoredState | null,
): RequestedState | undefined {
  if (publishState !== undefined) return publishState;
  if (stored === null) return 'published';
  return stored.publishState === 'scheduled' ? 'scheduled' : undefined;
}

function readPublishTime(
  { publishState, publishAt = '' }: Publishing,
  stored: StoredState | null,
  now: Date,
): Date {
  if (publishState === undefined && publishAt === '' && stored?.publishAt) return stored.publishAt;
  const time = new Date(publishAt);
  const delayMs = time.getTime() - now.getTime();
  // The form also sends the unchanged time of a scheduled listing, which can be less than a minute away.
  if (stored?.publishState === 'scheduled' && time.getTime() === stored.publishAt?.getTime())
    return time;
  if (!(delayMs >= MIN_PUBLISH_AHEAD_MS && delayMs <= MAX_PUBLISH_AHEAD_DAYS * DAY_MS)) {
    const message = `Publish at must be a time from 1 minute to ${MAX_PUBLISH_AHEAD_DAYS} days from now.`;
    throw validationFailed([{ path: 'publishAt', message }]);
  }
  return time;
}

function readExpiry(text: string, stored: string | null, now: Date): string | null {
  if (text === '' || text === stored) return text === '' ? null : text;
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_EXPIRY_AHEAD_YEARS);
  // Accepts yesterday in UTC, which is still today in some time zones.
  const earliest = new Date(now.getTime() - DAY_MS);
  if (text < toDay(earliest) || text > toDay(latest)) {
    const message = `Expires on must be a date within the next ${MAX_EXPIRY_AHEAD_YEARS} years.`;
    throw validationFailed([{ path: 'expiresOn', message }]);
  }
  return text;
}

const toDay = (time: Date) => time.toISOString().slice(0, 10);

/** @throws AppError CONFLICT if a listing is not published */
export async function requirePublished(transaction: Database, id: string): Promise<void> {
  const stored = await findStoredListing(transaction, id);
  if (stored?.publishState === 'published') return;
  throw new AppError('CONFLICT', 'Only a published listing can be available, sold, or rented.');
}
