/**
 * Reads a listing's attribution and expiration, and whether the listing and its address can be displayed
 * (docs/product/import.md, Display and attribution).
 */

import { MAX_SHORT_TEXT_LENGTH } from '#shared/limits.ts';
import { isValidDate } from '#shared/properties/field-ranges.ts';
import type { Attribution } from '#shared/schemas/properties/property.ts';
import { BOOLEAN_LOOKUP } from './fact-lookups.ts';
import type { ResoRecord } from './reso-record.ts';
import { truncateAtWord, isEmpty, readLine } from './reso-values.ts';
import { EXPORTING_SYSTEM } from './texts/exact-texts.ts';

/** The fields that only this module reads. */
export const SOURCE_FIELDS = [
  'ListAgentFullName',
  'ListAgentPreferredPhone',
  'ListOfficeName',
  'ListOfficePhone',
  'InternetEntireListingDisplayYN',
  'InternetAddressDisplayYN',
  'ExpirationDate',
] as const;

/** The agent and office of a record. */
export type RecordAgent = Pick<Attribution, 'agentName' | 'officeName' | 'agentPhone'>;

/** A record's values. Fields are undefined if the record lacks their columns. */
export type ListingSource = {
  /** Names are null if their columns are empty. */
  recordAgent: RecordAgent | undefined;
  /** Whether the listing can be displayed at all. */
  isDisplayed: boolean | undefined;
  isAddressDisplayed: boolean | undefined;
  /** The day when the listing leaves the market; null if unknown. */
  expiresOn: string | null;
};

export function readListingSource(record: ResoRecord, now: Date): ListingSource {
  const readName = (column: (typeof SOURCE_FIELDS)[number]) => {
    const text = readLine(record[column]);
    return text === null ? null : truncateAtWord(text, MAX_SHORT_TEXT_LENGTH);
  };
  const hasNameColumn =
    record['ListAgentFullName'] !== undefined || record['ListOfficeName'] !== undefined;
  return {
    recordAgent: hasNameColumn
      ? {
          agentName: readName('ListAgentFullName'),
          officeName: readName('ListOfficeName'),
          agentPhone: readName('ListAgentPreferredPhone') ?? readName('ListOfficePhone'),
        }
      : undefined,
    isDisplayed: readFlag(record['InternetEntireListingDisplayYN']),
    isAddressDisplayed: readFlag(record['InternetAddressDisplayYN']),
    expiresOn: readExpiry(record, now),
  };
}

/**
 * Reads the expiration day from files that Doorstep exported. In files of other systems,
 * `ExpirationDate` is the end of the listing contract. Ignores a past day because it would take an
 * available listing off the market again.
 */
function readExpiry(record: ResoRecord, now: Date): string | null {
  if (record['OriginatingSystemName'] !== EXPORTING_SYSTEM) return null;
  const day = String(record['ExpirationDate'] ?? '');
  if (!isValidDate(day)) return null;
  const isAvailable = String(record['StandardStatus']).startsWith('Active');
  return isAvailable && day < now.toISOString().slice(0, 10) ? null : day;
}

/**
 * Reads a flag. Empty means yes. An unknown value means no because hiding a listing by mistake does
 * no harm.
 */
function readFlag(value: unknown): boolean | undefined {
  if (value === undefined) return undefined;
  if (isEmpty(value)) return true;
  return BOOLEAN_LOOKUP.get(String(value).trim().toLowerCase()) ?? false;
}

/**
 * Returns the attribution to display; null if the record has no names, or the names of the listing's
 * own agent and office.
 */
export function attributionOf(
  recordAgent: RecordAgent,
  own: { name: string; officeName: string | null },
): Attribution | null {
  const isDifferent = (name: string | null, ownName: string | null) =>
    name !== null && normalizeName(name) !== normalizeName(ownName ?? '');
  if (
    !isDifferent(recordAgent.agentName, own.name) &&
    !isDifferent(recordAgent.officeName, own.officeName)
  ) {
    return null;
  }
  return { ...recordAgent, source: null, disclaimer: null, updatedAt: null };
}

const normalizeName = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
