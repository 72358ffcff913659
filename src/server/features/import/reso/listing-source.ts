/** Who lists a home, and what of it may be shown (docs/product/import.md, Display and attribution). */

import { SHORT_TEXT_MAX_LENGTH } from '#shared/limits.ts';
import type { Attribution } from '#shared/schemas/properties/property.ts';
import { YES_OR_NO } from './fact-lookups.ts';
import type { ResoRecord } from './reso-record.ts';
import { cutAtWord, isEmpty, readLine } from './reso-values.ts';

/** The fields that are read. */
export const SOURCE_FIELDS = [
  'ListAgentFullName',
  'ListAgentPreferredPhone',
  'ListOfficeName',
  'ListOfficePhone',
  'InternetEntireListingDisplayYN',
  'InternetAddressDisplayYN',
] as const;

/** The agent and the office that a record names. */
export type NamedAgent = Pick<Attribution, 'agentName' | 'officeName' | 'agentPhone'>;

/** A record's own words; undefined where it has no column for them. */
export type ListingSource = {
  /** Names are null where the record has the column and says nothing. */
  named: NamedAgent | undefined;
  /** Whether the listing may be shown at all. */
  isDisplayed: boolean | undefined;
  isAddressDisplayed: boolean | undefined;
};

export function readListingSource(record: ResoRecord): ListingSource {
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
  };
}

/** Nothing said is yes; what is neither yes nor no is no, as what is hidden by mistake does no harm. */
function readFlag(value: unknown): boolean | undefined {
  if (value === undefined) return undefined;
  if (isEmpty(value)) return true;
  return YES_OR_NO.get(String(value).trim().toLowerCase()) ?? false;
}

/** The names that visitors see; null where the record names the listing's own agent and office, or no one. */
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
