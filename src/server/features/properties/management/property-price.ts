/** Changes only a listing's price (docs/product/listings.md, Changing a listing). */

import { formatPrice } from '#shared/format/money.ts';
import { type NewPrice, toPropertyFields } from '#shared/schemas/properties/property.ts';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../errors/app-error.ts';
import { requireUnmanaged } from './managed-repository.ts';
import { updateProperty } from './property-repository.ts';
import { findStoredListing } from './publication-repository.ts';

/**
 * @param id the ID of a listing that the transaction has locked
 * @throws AppError CONFLICT for a listing of a data source, or if the current price is not `before`
 */
export async function changePrice(
  transaction: Database,
  id: string,
  { price, before }: NewPrice,
  now: Date,
): Promise<void> {
  await requireUnmanaged(transaction, id);
  const current = (await findStoredListing(transaction, id))?.fields.price;
  if (current !== before) {
    const change = typeof current === 'number' ? `changed to ${formatPrice(current)}` : 'removed';
    throw new AppError('CONFLICT', `The price was ${change} in the meantime.`);
  }
  await updateProperty(transaction, id, { fields: toPropertyFields({ price }), columns: {} }, now);
}
