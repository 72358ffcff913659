/** Maps RESO Data Dictionary records to listings (docs/product/import.md, Rows; decision 006). */

import { createHash } from 'node:crypto';
import {
  MAX_LATITUDE,
  MAX_LONGITUDE,
  MAX_PRICE,
  MIN_PROPERTY_LENGTH,
  MAX_ROOMS,
  MAX_SHORT_TEXT_LENGTH,
  MAX_SQFT,
} from '#shared/limits.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import { type BaseFields, PROPERTY_FIELDS } from '#shared/properties/property-fields.ts';
import { withAsciiDomain } from '#shared/schemas/common.ts';
import { chooseDescription, chooseTitle, type TextFacts } from './texts/composed-texts.ts';
import { readExactTexts } from './texts/exact-texts.ts';
import { readMedia } from './media-field.ts';
import { type ListingSource, readListingSource, SOURCE_FIELDS } from './listing-source.ts';
import { type ImportFacts, readFacts } from './reso-facts.ts';
import { toMixedCase } from './texts/mixed-case.ts';
import { type ListingHistory, HISTORY_FIELDS, readListingHistory } from './reso-history.ts';
import {
  ACCEPTED_OFFERS,
  ACCEPTED_STATUSES,
  ACCEPTED_TYPES,
  AREA_UNITS,
  AVAILABLE,
  DELETED,
  DOLLARS,
  MONTHLY_RENTS,
  OFFERS,
  STATUSES,
  TYPES,
  UNDER_CONTRACT,
} from './reso-lookups.ts';
import {
  truncateAtWord,
  isEmpty,
  quoteValue,
  readDescription,
  readLine,
  readLookup,
  readMoney,
  readNumber,
  readText,
  readTime,
  withoutPhoneNumber,
} from './reso-values.ts';
import type { ResoRecord } from './reso-record.ts';

/** Fields in addition to `HISTORY_FIELDS`, `SOURCE_FIELDS`, and the fields in `PROPERTY_FIELDS`. */
const OTHER_FIELDS = [
  'ListingKey',
  'OriginatingSystemName',
  'StandardStatus',
  'MlsStatus',
  'PriceCurrency',
  'LeaseAmountFrequency',
  'OnMarketDate',
  'ListAgentEmail',
  'Media',
  'MediaURL',
];

/** All fields that the import reads. */
export const RESO_FIELDS: ReadonlySet<string> = new Set([
  ...OTHER_FIELDS,
  ...HISTORY_FIELDS,
  ...SOURCE_FIELDS,
  ...Object.values(PROPERTY_FIELDS).flatMap(({ reso }): readonly string[] => reso),
]);

export const REJECTION_MESSAGES = {
  unreadable: 'Unreadable row',
  key: 'Missing or invalid ListingKey',
  status: 'Unknown status',
  type: 'Unknown property type',
  offer: 'Neither a sale nor a lease',
  price: 'Missing or invalid price',
  bedrooms: 'Missing or invalid number of bedrooms',
  bathrooms: 'Missing or invalid number of bathrooms',
  area: 'Missing or invalid living area',
  address: 'Missing or invalid address',
  city: 'Missing or invalid city',
  state: 'Missing or invalid state',
  zipCode: 'Missing or invalid ZIP code',
  position: 'Missing or invalid position',
  agent: 'No agent',
  otherAgent: 'The listing belongs to another agent',
  managed: 'The listing is managed by a data source',
  display: 'Not authorized for internet display',
  repeated: 'The same listing appears again later in the file',
  database: 'The database rejected the row',
} as const;
export type RejectionReason = keyof typeof REJECTION_MESSAGES;
/** The reason for rejecting a row and the value that caused it. */
export type Rejection = { reason: RejectionReason; detail: string };

/** A listing read from a record. `createdAt` is null if absent, unreadable, or in the future. */
export type ImportListing = BaseFields & {
  listingKey: string;
  isAvailable: boolean;
  /** Null if the record has no status. */
  isUnderContract: boolean | null;
  createdAt: Date | null;
  history: ListingHistory;
  /** Includes rejected values for the report. */
  facts: ImportFacts;
  source: ListingSource;
};

const DATE_FIELDS = ['OnMarketDate', 'PriceChangeTimestamp'] as const;
/** An unreadable date. `value` is text such as `OnMarketDate is "soon"`. */
export type DateError = { field: (typeof DATE_FIELDS)[number]; value: string };

/** The result of mapping a record. */
export type MappedRow =
  | {
      kind: 'listing';
      listing: ImportListing;
      agentEmail: string | null;
      media: string[] | null;
      dateErrors: DateError[];
    }
  | { kind: 'delete'; listingKey: string }
  | { kind: 'rejected'; listingKey: string | null; rejections: Rejection[] };

const MAX_KEY_LENGTH = 200;
/** Dollars. A lower sale price is a placeholder or a rent. */
const MIN_SALE_PRICE = 5_000;
/** Dollars per month. A lower rent is a placeholder or a price per area. */
const MIN_RENT = 50;
/** A smaller area is a placeholder or has a European thousands separator. */
const MIN_AREA_SQFT = 50;
/** Dollars per square foot per month. A higher rent is annual or has a misplaced decimal point. */
const MAX_RENT_PER_SQUARE_FOOT = 30;
const ZIP_CODE = /^(?=.*\d)[A-Z0-9][A-Z0-9 -]{1,8}[A-Z0-9]$/i;

/**
 * Maps a record.
 *
 * @param now the current time, for checks such as whether OnMarketDate is in the future
 */
export function mapResoRecord(record: ResoRecord, now: Date): MappedRow {
  const key = readText(record['ListingKey']);
  const statusField = isAbsent(record['StandardStatus']) ? 'MlsStatus' : 'StandardStatus';
  const status = isAbsent(record[statusField]) ? null : (readLookup(record[statusField]) ?? '');
  const rejections: Rejection[] = [];
  const reject = (reason: RejectionReason, ...fields: string[]) => {
    rejections.push({ reason, detail: fields.map((name) => quoteValue(record, name)).join(', ') });
    return null;
  };
  const rejectLookup = (reason: RejectionReason, field: string, accepted: string) => {
    rejections.push({ reason, detail: `${quoteValue(record, field)}; accepted: ${accepted}` });
    return null;
  };
  if (key !== null && key.length > MAX_KEY_LENGTH) reject('key', 'ListingKey');
  if (status === DELETED) {
    if (key === null) reject('key', 'ListingKey');
    if (key === null || rejections.length > 0)
      return { kind: 'rejected', listingKey: key, rejections };
    return { kind: 'delete', listingKey: key };
  }

  if (status !== null && !STATUSES.has(status)) {
    rejectLookup('status', statusField, ACCEPTED_STATUSES);
  }
  const propertyType =
    TYPES.get(readLookup(record['PropertySubType']) ?? '') ??
    rejectLookup('type', 'PropertySubType', ACCEPTED_TYPES);
  const offer =
    OFFERS.get(readLookup(record['PropertyType']) ?? '') ??
    rejectLookup('offer', 'PropertyType', ACCEPTED_OFFERS);
  const exactTexts = readExactTexts(record);
  const sqft = readArea(record) ?? reject('area', 'LivingArea', 'LivingAreaUnits');
  const facts = {
    propertyType,
    status: offer,
    price:
      readPrice(record, offer, sqft) ??
      reject(
        'price',
        'ListPrice',
        ...PRICE_UNIT_FIELDS.filter((field) => !isAbsent(record[field])),
      ),
    bedrooms: readBedrooms(record, offer) ?? reject('bedrooms', 'BedroomsTotal'),
    bathrooms:
      readBathrooms(record) ??
      reject(
        'bathrooms',
        'BathroomsTotalInteger',
        ...BATHROOM_PARTS.filter((field) => !isAbsent(record[field])),
      ),
    sqft,
    address: exactTexts.address ?? readAddress(record) ?? reject('address', 'UnparsedAddress'),
    city: exactTexts.city ?? readCity(record) ?? reject('city', 'City'),
    state: exactTexts.state ?? readState(record) ?? reject('state', 'StateOrProvince'),
    zipCode: readZipCode(record) ?? reject('zipCode', 'PostalCode'),
    ...(readPosition(record) ?? reject('position', 'Latitude', 'Longitude')),
  };
  if (rejections.length > 0 || !isComplete(facts)) {
    return { kind: 'rejected', listingKey: key, rejections };
  }
  const title = readLine(record['Title']);
  const source = readListingSource(record, now);
  const isHidden = source.isDisplayed === false;
  const history = readListingHistory(record, status, now);
  const time = readTime(record['OnMarketDate']);
  return {
    kind: 'listing',
    listing: {
      ...facts,
      title: exactTexts.title ?? chooseTitle(title, facts, source.isAddressDisplayed !== false),
      description:
        exactTexts.description ??
        chooseDescription(readDescription(record['PublicRemarks']), facts),
      listingKey: key ?? deriveKey(title, facts),
      isAvailable: (status === null || AVAILABLE.has(status)) && !isHidden,
      isUnderContract: status === null ? null : status === UNDER_CONTRACT && !isHidden,
      createdAt: time !== null && time <= now ? time : null,
      history: { ...history, isOffMarket: history.isOffMarket || isHidden },
      source,
      facts: readFacts(record, { now, propertyType: facts.propertyType }),
    },
    agentEmail: withAsciiDomain(readText(record['ListAgentEmail']) ?? '').toLowerCase() || null,
    media: readMedia(record),
    dateErrors: DATE_FIELDS.filter((field) => !isReadableOrEmpty(record[field])).map((field) => ({
      field,
      value: quoteValue(record, field),
    })),
  };
}

const isAbsent = (value: unknown) => value === undefined || isEmpty(value);
const isReadableOrEmpty = (time: unknown) => isAbsent(time) || readTime(time) !== null;

type PartialFacts = { [Name in keyof TextFacts]?: TextFacts[Name] | null };

function isComplete(facts: PartialFacts): facts is TextFacts {
  return Object.values(facts).every((value) => value !== null) && facts.latitude !== undefined;
}

/**
 * Derives a missing key from fields that rarely change so that importing the file again adds no
 * listings.
 */
function deriveKey(title: string | null, facts: TextFacts): string {
  const { address, city, state, zipCode, status, propertyType, bedrooms, bathrooms, sqft } = facts;
  const identity = [title, address, city, state, zipCode, status, propertyType];
  const text = JSON.stringify([...identity, bedrooms, bathrooms, sqft]);
  return `row-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

const PRICE_UNIT_FIELDS = ['PriceCurrency', 'LeaseAmountFrequency'] as const;

/** Reads the price in dollars (rent: per month). Many feeds use 0 for unknown. Rejects implausible prices. */
function readPrice(
  record: ResoRecord,
  offer: PropertyStatus | null,
  sqft: number | null,
): number | null {
  const price = readMoney(record['ListPrice']);
  if (price === null || price <= 0 || price > MAX_PRICE) return null;
  const { PriceCurrency: currency, LeaseAmountFrequency: frequency } = record;
  if (!isAbsent(currency) && !DOLLARS.has(readLookup(currency) ?? 'unknown')) return null;
  if (offer === 'For Sale' && price < MIN_SALE_PRICE) return null;
  if (offer === 'For Rent') {
    if (price < MIN_RENT) return null;
    if (sqft !== null && price / sqft > MAX_RENT_PER_SQUARE_FOOT) return null;
    if (!isAbsent(frequency) && !MONTHLY_RENTS.has(readLookup(frequency) ?? '')) return null;
  }
  return Math.round(price * 100) / 100;
}

/** Reads the bedrooms. 0 means a studio in rentals, but unknown in sales. */
function readBedrooms(record: ResoRecord, offer: PropertyStatus | null): number | null {
  const bedrooms = readNumber(record['BedroomsTotal']);
  if (bedrooms === null || !Number.isInteger(bedrooms)) return null;
  const minBedrooms = offer === 'For Sale' ? 1 : 0;
  return bedrooms >= minBedrooms && bedrooms <= MAX_ROOMS ? bedrooms : null;
}

/** Fields whose sum is used if `BathroomsTotalInteger` is absent or empty. */
export const BATHROOM_PARTS = [
  'BathroomsFull',
  'BathroomsThreeQuarter',
  'BathroomsHalf',
  'BathroomsOneQuarter',
] as const;

/** Reads the bathrooms. A half bathroom counts as one. */
function readBathrooms(record: ResoRecord): number | null {
  const total = readNumber(record['BathroomsTotalInteger']);
  const parts = BATHROOM_PARTS.map((field) => Math.ceil(readNumber(record[field]) ?? 0));
  const hasTotal = !isAbsent(record['BathroomsTotalInteger']);
  const bathrooms = hasTotal
    ? Math.ceil(total ?? 0)
    : parts.some((count) => count < 0)
      ? 0
      : parts.reduce((sum, count) => sum + count, 0);
  return bathrooms >= 1 && bathrooms <= MAX_ROOMS ? bathrooms : null;
}

function readArea(record: ResoRecord): number | null {
  const squareFeetPerUnit = AREA_UNITS.get(readLookup(record['LivingAreaUnits']) ?? 'squarefeet');
  const area = Math.round((readNumber(record['LivingArea']) ?? 0) * (squareFeetPerUnit ?? 0));
  return area >= MIN_AREA_SQFT && area <= MAX_SQFT ? area : null;
}

function readAddress(record: ResoRecord): string | null {
  const text = withoutPhoneNumber(readLine(record['UnparsedAddress']) ?? '');
  if (text.length < MIN_PROPERTY_LENGTH.address || !/\p{L}/u.test(text)) return null;
  return toMixedCase(truncateAtWord(text, MAX_SHORT_TEXT_LENGTH));
}

function readCity(record: ResoRecord): string | null {
  const city = checkPlace(readLine(record['City']) ?? '', MIN_PROPERTY_LENGTH.city);
  return city === null ? null : toMixedCase(city);
}

function readState(record: ResoRecord): string | null {
  const text = readLine(record['StateOrProvince']) ?? '';
  const abbreviation = /^\p{L}\. ?\p{L}\.?$/u.test(text) ? text.replaceAll(/[. ]/g, '') : text;
  const state = checkPlace(abbreviation, MIN_PROPERTY_LENGTH.state);
  if (state === null) return null;
  return state.length === 2 ? state.toUpperCase() : toMixedCase(state);
}

function checkPlace(text: string, minLength: number): string | null {
  if (text.length < minLength || text.length > MAX_SHORT_TEXT_LENGTH) return null;
  if (!/\p{L}{2}/u.test(text)) return null;
  return text;
}

/** Reads a ZIP code. Restores leading zeros that spreadsheets strip, as in 02134 or 00901. */
function readZipCode(record: ResoRecord): string | null {
  const text = readText(record['PostalCode'])?.replace(/\.0$/, '') ?? '';
  const code = /^\d{3,4}$/.test(text) ? text.padStart(5, '0') : text;
  return ZIP_CODE.test(code) && /[1-9A-Z]/i.test(code) ? code : null;
}

/** Reads the position. 0 means unknown, as on the map. */
function readPosition(record: ResoRecord): { latitude: number; longitude: number } | null {
  const latitude = readNumber(record['Latitude']) ?? 0;
  const longitude = readNumber(record['Longitude']) ?? 0;
  if (latitude === 0 || longitude === 0) return null;
  if (Math.abs(latitude) > MAX_LATITUDE || Math.abs(longitude) > MAX_LONGITUDE) return null;
  return { latitude, longitude };
}
