import { formatFieldValue } from '#shared/properties/field-text.ts';
import { FIELD_NAMES } from '#shared/properties/property-fields.ts';
import {
  type DraftFields,
  type PropertyFields,
  propertyFormSchema,
  toPropertyFields,
} from '#shared/schemas/properties/property.ts';
import { parseOrThrow } from '../../../http/error-responses/parse.ts';
import type { StoredListing } from './publication-repository.ts';

/**
 * Fills absent form fields with stored values and checks that the listing is complete.
 *
 * @throws AppError VALIDATION_FAILED
 */
export function completeForm(
  form: Parameters<typeof toPropertyFields>[0],
  stored: StoredListing,
): PropertyFields | DraftFields {
  const texts = FIELD_NAMES.map((name) => [
    name,
    form[name] ?? formatFieldValue(stored.fields[name]),
  ]);
  return toPropertyFields(parseOrThrow(propertyFormSchema, Object.fromEntries(texts)));
}
