/**
 * Converts between listings, the listing form's values, and its request (docs/product/dashboard.md,
 * Listing form).
 */

import type { PictureKind } from '#shared/property-choices.ts';
import { FIELD_NAMES, type FieldName } from '#shared/properties/property-fields.ts';
import { formatFieldValue } from '#shared/properties/field-text.ts';
import type { ManagedProperty, PropertyForm } from '#shared/schemas/properties/property.ts';

/** The form's values, including facts; '' for unknown ones. */
export type ListingFormValues = Required<PropertyForm>;

/** The form's fields, in the order of the request. */
export const LISTING_FIELDS = FIELD_NAMES;

const textsOf = (text: (name: FieldName) => string) =>
  // Safe cast: every field gets a string, and the strings of choices are the form's option values.
  Object.fromEntries(LISTING_FIELDS.map((name) => [name, text(name)])) as ListingFormValues;

/** The values of a new listing. */
export const EMPTY_LISTING: ListingFormValues = {
  ...textsOf(() => ''),
  propertyType: 'House',
  status: 'For Sale',
};

/** Returns a listing as form values. */
export function toFormValues(property: ManagedProperty): ListingFormValues {
  return textsOf((name) => formatFieldValue(property[name]));
}

/**
 * Returns the values that were changed in the form, since unchanged ones would revert other users'
 * changes.
 *
 * @param loaded the values when the form opened
 * @param changedNames the fields that were changed before; the function adds those that differ now.
 *   A field that is changed back stays in the set because it may have been saved in the meantime.
 */
export function changedValues(
  values: PropertyForm,
  loaded: ListingFormValues,
  changedNames: Set<FieldName>,
): Partial<PropertyForm> {
  for (const name of LISTING_FIELDS) if (values[name] !== loaded[name]) changedNames.add(name);
  return Object.fromEntries([...changedNames].map((name) => [name, values[name]]));
}

/**
 * When the listing is published and expires, and whether it is under contract; sent in addition to
 * the fields.
 */
export type Publishing = Partial<
  Record<'publishState' | 'publishAt' | 'expiresOn' | 'isUnderContract', string>
>;

/** The picture changes, sent in addition to the fields. */
export interface PictureChanges {
  /** In display order. */
  added: readonly File[];
  /** Paths of pictures to delete; undefined for a new listing, which has none. */
  deleted?: readonly string[] | undefined;
  /** Paths, and `new:N` for new files; empty for the default order. */
  order: readonly string[];
  /** Changed texts by path or `new:N`; '' removes one. */
  texts: Readonly<Record<string, string>>;
  /** Changed kinds by path or `new:N`. */
  kinds: Readonly<Record<string, PictureKind>>;
}

/**
 * Returns the request's body: the fields as text, then the files (`fractionsSent` relies on this
 * order).
 */
export function toListingFormData(
  values: Partial<PropertyForm>,
  { added, deleted, order, texts, kinds }: PictureChanges,
  publishing: Publishing = {},
): FormData {
  const data = new FormData();
  for (const field of LISTING_FIELDS) {
    const value = values[field];
    if (value !== undefined) data.set(field, value);
  }
  for (const [name, value] of Object.entries(publishing)) data.set(name, value);
  if (deleted !== undefined) data.set('imagesToDelete', JSON.stringify(deleted));
  if (order.length > 0) data.set('imageOrder', JSON.stringify(order));
  if (Object.keys(texts).length > 0) data.set('imageTexts', JSON.stringify(texts));
  if (Object.keys(kinds).length > 0) data.set('imageKinds', JSON.stringify(kinds));
  for (const file of added) data.append('images', file);
  return data;
}
