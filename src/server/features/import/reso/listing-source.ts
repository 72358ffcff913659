/**
 * Attribution of a listing, whether it and its address can be displayed (docs/product/import.md,
 * Display and attribution), and when it expires.
 */

import { SHORT_TEXT_MAX_LENGTH } from '#shared/limits.ts';
import { isDay } from '#shared/properties/field-ranges.ts';
import type { Attribution } from '#shared/schemas/properties/property.ts';
import { YES_OR_NO } from './fact-lookups.ts';
import type { ResoRecord } from './reso-record.ts';
import { cutAtWord, isEmpty, readLine } from './reso-values.ts';
import { EXPORTING_SYSTEM } from './texts/exact-texts.ts';

/** The fields used. */
export const SOURCE_FIELDS = [
  'ListAgentFullName',
  'ListAgentPreferredPhone',
  'ListOfficeName',
  'ListOfficePhone',
  'InternetEntireListingDisplayYN',
  'InternetAddressDisplayYN',
  'ExpirationDate',
] as const;

/** The agent and office named in a record. */
export type NamedAgent = Pick<Attribution, 'agentName' | 'officeName' | 'agentPhone'>;

/** The values in a record; undefined if it lacks the columns. */
export type ListingSource = {
  /** Names are null if the record has the column, but it is empty. */
  named: NamedAgent | undefined;
  /** Whether the listing can be displayed at all. */
  isDisplayed: boolean | undefined;
  isAddressDisplayed: boolean | undefined;
  /** The day on which the listing leaves the market; null if unknown. */
  expiresOn: string | null;
};

export function readListingSource(record: ResoRecord, now: Date): ListingSource {
  const name = (column: (typeof SOURCE_FIELDS)[number]) => {
    const text = readLine(record[column]);
    return text === null ? null : cutAtWord(text, SHORT_TEXT_MAX_LENGTH);
  };
  const isNamed =
    record['ListAgentFullName'] !== undefined || record['ListOfficeName'] !== undefined;
  return {
    named: isNamed
      ? {
          agentName: name('ListAgentFullName'),
          officeName: name('ListOfficeName'),
          agentPhone: name('ListAgentPreferredPhone') ?? name('ListOfficePhone'),
        }
      : undefined,
    isDisplayed: readFlag(record['InternetEntireListingDisplayYN']),
    isAddressDisplayed: readFlag(record['InternetAddressDisplayYN']),
    expiresOn: readExpiry(record, now),
  };
}

/**
 * Reads the day from an exported file; in other files, it is the end of a contract. A passed one
 * would take an available listing off the market again.
 */
function readExpiry(record: ResoRecord, now: Date): string | null {
  if (record['OriginatingSystemName'] !== EXPORTING_SYSTEM) return null;
  const day = String(record['ExpirationDate'] ?? '');
  if (!isDay(day)) return null;
  const isAvailable = String(record['StandardStatus']).startsWith('Active');
  return isAvailable && day < now.toISOString().slice(0, 10) ? null : day;
}

/**
 * Reads a flag: empty is yes, and anything unknown is no, because hiding by mistake does no harm.
 */
function readFlag(value: unknown): boolean | undefined {
  if (value === undefined) return undefined;
  if (isEmpty(value)) return true;
  return YES_OR_NO.get(String(value).trim().toLowerCase()) ?? false;
}

/**
 * Returns the names to display; null if the record has no names, or those of the listing's own
 * agent and office.
 */
export function attributionOf(
  named: NamedAgent,
  own: { name: string; officeName: string | null },
): Attribution | null {
  const isOther = (given: string | null, own: string | null) =>
    given !== null && fold(given) !== fold(own ?? '');
  if (!isOther(named.agentName, own.name) && !isOther(named.officeName, own.officeName)) {
    return null;
  }
  return { ...named, source: null, disclaimer: null, updatedAt: null };
}

const fold = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
