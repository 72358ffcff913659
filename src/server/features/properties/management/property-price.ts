/** Changes only a listing's price (docs/product/listings.md, Changing a listing). */

import { formatPrice } from '#shared/format/money.ts';
import type { Actor } from '#shared/permissions.ts';
import { type NewPrice, toPropertyFields } from '#shared/schemas/properties/property.ts';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../errors/app-error.ts';
import { requireUnmanaged } from './managed-repository.ts';
import { updateProperty } from './property-repository.ts';
import { decidePublication } from './publication.ts';
import { findStoredListing } from './publication-repository.ts';

/**
 * @param id the ID of a listing that the transaction has locked
 * @returns whether the listing has entered review, and its title
 * @throws AppError CONFLICT for a listing of a data source, or if the current price is not `before`
 */
export async function changePrice(
  transaction: Database,
  actor: NonNullable<Actor>,
  id: string,
  { price, before, now }: NewPrice & { now: Date },
): Promise<{ isSubmitted: boolean; title: string }> {
  await requireUnmanaged(transaction, id);
  const stored = await findStoredListing(transaction, id);
  const current = stored?.fields.price;
  if (stored === undefined || current !== before) {
    const change = typeof current === 'number' ? `changed to ${formatPrice(current)}` : 'removed';
    throw new AppError('CONFLICT', `The price was ${change} in the meantime.`);
  }
  const { state, columns } = await decidePublication(transaction, actor, {
    requested: {},
    stored,
    now,
  });
  await updateProperty(transaction, id, { fields: toPropertyFields({ price }), columns }, now);
  const isSubmitted = state === 'in_review' && stored.publishState !== 'in_review';
  return { isSubmitted, title: String(stored.fields.title) };
}
