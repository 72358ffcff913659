/**
 * Places a pin automatically from the address, until the user moves it (docs/product/listings.md,
 * Pin from the address).
 */

import { MIN_PROPERTY_LENGTH } from '#shared/limits.ts';
import type { PropertyForm } from '#shared/schemas/properties/property.ts';
import type { GeocodeResult } from '#shared/schemas/properties/geocode.ts';
import { coordinateText } from './coordinates.ts';

/** The fields to geocode, and the fields to fill in. */
type AddressFields = Pick<PropertyForm, 'address' | 'city' | 'state' | 'zipCode'>;
export type FilledFields = Pick<PropertyForm, 'latitude' | 'longitude' | 'city' | 'state'>;
export type PinFields = AddressFields & FilledFields;

/** An address to geocode, as the query of `GET /geocode`. */
export type GeocodeQuery = Partial<AddressFields>;

const COMPLETE_ZIP = /^\d{5}(?:-\d{4})?$/;
/** An address with its city on one line: `7 Elm Street, Austin, TX`. */
const FULL_ADDRESS = /\d.*,/;

export const isCompleteZip = (text: string) => COMPLETE_ZIP.test(text.trim());

/** Returns the query for an address; null while it is incomplete. */
export function toGeocodeQuery(fields: AddressFields): GeocodeQuery | null {
  const trimmed = (name: keyof AddressFields) => fields[name].trim();
  const isLongEnough = (name: keyof AddressFields) =>
    trimmed(name).length >= MIN_PROPERTY_LENGTH[name];
  const hasAddress = isLongEnough('address');
  const hasCity = isLongEnough('city') && isLongEnough('state');
  const hasZip = isCompleteZip(fields.zipCode);
  if (!hasZip && !hasCity && !(hasAddress && FULL_ADDRESS.test(fields.address))) return null;
  return {
    ...(hasAddress && { address: trimmed('address') }),
    ...(hasCity && { city: trimmed('city'), state: trimmed('state') }),
    ...(hasZip && { zipCode: trimmed('zipCode') }),
  };
}

/**
 * Returns the fields to fill in from a geocoding result, except fields that the user set.
 *
 * @param filled the fields that were last filled in automatically; null if none
 */
export function fieldsToFill(
  fields: PinFields,
  filled: Partial<FilledFields> | null,
  { latitude, longitude, city, state }: GeocodeResult,
): Partial<FilledFields> {
  const canFill = (name: keyof FilledFields) =>
    fields[name].trim() === '' || fields[name] === filled?.[name];
  return {
    ...(canFill('latitude') &&
      canFill('longitude') && {
        latitude: coordinateText(latitude),
        longitude: coordinateText(longitude),
      }),
    ...(city !== undefined && canFill('city') && { city }),
    ...(state !== undefined && canFill('state') && { state }),
  };
}

/** Describes the precision of a pin. */
export function pinNote({ precision, label, city, state, zipCode }: GeocodeResult): string {
  if (precision === 'address') return `Placed at ${label} - drag the pin if the house is elsewhere`;
  const place =
    precision === 'zip'
      ? zipCode
      : city !== undefined && state !== undefined
        ? `${city}, ${state}`
        : undefined;
  return `Placed at the center of ${place ?? label} - drag the pin to the house`;
}

/** The zoom at which a user can drag the pin to the house. */
export const PIN_ZOOM: Readonly<Record<GeocodeResult['precision'], number>> = {
  address: 16,
  zip: 13,
  city: 11,
};
