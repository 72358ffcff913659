/** Reports a missing column once, instead of for each row. */

import { joinWithOr } from '#shared/format/join-with-or.ts';
import type { RejectedRow } from './classify-rows.ts';
import {
  BATHROOM_PARTS,
  REJECTION_MESSAGES,
  type Rejection,
  type RejectionReason,
} from './reso/reso-mapping.ts';

/** The columns that cause a rejection if they are missing. */
const COLUMNS: Partial<Record<RejectionReason, readonly string[]>> = {
  type: ['PropertySubType'],
  offer: ['PropertyType'],
  price: ['ListPrice'],
  bedrooms: ['BedroomsTotal'],
  bathrooms: ['BathroomsTotalInteger'],
  area: ['LivingArea'],
  address: ['UnparsedAddress'],
  city: ['City'],
  state: ['StateOrProvince'],
  zipCode: ['PostalCode'],
  position: ['Latitude', 'Longitude'],
  agent: ['ListAgentEmail'],
};

/** Columns that can replace the ones above. */
const ALTERNATIVES: Partial<Record<RejectionReason, readonly string[]>> = {
  bathrooms: BATHROOM_PARTS,
};

/** Additional text for the message about a missing column. */
const ADDITIONAL_TEXTS: Partial<Record<RejectionReason, string>> = {
  agent: ', and no default agent was specified',
};

/**
 * @param columns the names in the header; null for formats without a header, such as JSON
 */
export function createColumnCheck(columns: ReadonlySet<string> | null) {
  const reported = new Set<RejectionReason>();
  const missingColumnsFor = (reason: RejectionReason) =>
    columns === null || (ALTERNATIVES[reason] ?? []).some((field) => columns.has(field))
      ? []
      : (COLUMNS[reason] ?? []).filter((field) => !columns.has(field));

  return {
    /** Describes missing columns that have not been reported yet. */
    describe(rows: readonly Pick<RejectedRow, 'rejections'>[]): string[] {
      const reasons = new Set(
        rows.flatMap(({ rejections }) => rejections.map(({ reason }) => reason)),
      );
      return [...reasons].flatMap((reason) => {
        const fields = missingColumnsFor(reason);
        if (fields.length === 0 || reported.has(reason)) return [];
        reported.add(reason);
        return [
          `There is no column ${joinWithOr(fields)}${ADDITIONAL_TEXTS[reason] ?? ''}: every listing is rejected (${REJECTION_MESSAGES[reason]}).`,
        ];
      });
    },

    /** Returns a row's rejections except those caused by a missing column. */
    withoutMissingColumns: ({ rejections }: Pick<RejectedRow, 'rejections'>): Rejection[] =>
      rejections.filter(({ reason }) => missingColumnsFor(reason).length === 0),
  };
}
