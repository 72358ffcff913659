/** Warnings shown to reviewers; they never block a decision (docs/product/reviews.md, Signals). */

import { formatNumber } from '#shared/format/numbers.ts';
import type { ReviewSignal } from '#shared/schemas/brokerage/review.ts';
import type { Database } from '../../database/database.ts';
import { notFound } from '../../errors/app-error.ts';
import { findContactDetails } from './contact-details.ts';
import {
  comparePrice,
  findSameAddress,
  findSamePicture,
  findListingText,
} from './signal-repository.ts';

/** A price is flagged if it differs from the median by more than this many median absolute deviations. */
const MAX_ORDINARY_DEVIATIONS = 3;

/**
 * Finds the signals of a listing.
 *
 * @throws AppError NOT_FOUND
 */
export async function findSignals(db: Database, id: string): Promise<ReviewSignal[]> {
  const texts = await findListingText(db, id);
  if (texts === undefined) throw notFound('Property not found.');
  const sameAddress = await findSameAddress(db, id);
  const samePicture = await findSamePicture(db, id);
  return [
    ...sameAddress.map(({ id: propertyId, title }) => ({
      kind: 'same_address' as const,
      propertyId,
      detail: `Same address: ${title}`,
    })),
    ...samePicture.map(({ id: propertyId, title }) => ({
      kind: 'same_picture' as const,
      propertyId,
      detail: `Same picture: ${title}`,
    })),
    ...(await findPriceSignal(db, id)),
    ...findContactDetails(`${texts.title}\n${texts.description}`).map((match) => ({
      kind: 'contact_in_text' as const,
      detail: `Contact details in the text: ${match}`,
    })),
  ];
}

async function findPriceSignal(db: Database, id: string): Promise<ReviewSignal[]> {
  const comparison = await comparePrice(db, id);
  if (comparison === undefined) return [];
  const { own, median, deviation, homeCount } = comparison;
  if (Math.abs(own - median) <= MAX_ORDINARY_DEVIATIONS * deviation) return [];
  const formatDollars = (value: number) => `$${formatNumber(Math.round(value))}`;
  return [
    {
      kind: 'price',
      detail: `${formatDollars(own)} per sqft; the median of ${formatNumber(homeCount)} similar homes is ${formatDollars(median)}`,
    },
  ];
}
