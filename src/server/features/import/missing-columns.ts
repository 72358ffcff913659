/** Reports a missing column once, instead of for each row. */

import type { RefusedRow } from './judge-rows.ts';
import { BATHROOM_PARTS, REFUSALS, type Refusal, type RefusalReason } from './reso/reso-mapping.ts';

/** The columns whose absence explains a refusal. */
const COLUMNS: Partial<Record<RefusalReason, readonly string[]>> = {
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
const ALTERNATIVES: Partial<Record<RefusalReason, readonly string[]>> = {
  bathrooms: BATHROOM_PARTS,
};

/** An addition to the message about a missing column. */
const ADDITIONS: Partial<Record<RefusalReason, string>> = {
  agent: ', and no other agent was given',
};

/**
 * @param columns the names in the header line; null for a format whose entries name their own
 * fields
 */
export function createColumnCheck(columns: ReadonlySet<string> | null) {
  const reported = new Set<RefusalReason>();
  const missingFor = (reason: RefusalReason) =>
    columns === null || (ALTERNATIVES[reason] ?? []).some((field) => columns.has(field))
      ? []
      : (COLUMNS[reason] ?? []).filter((field) => !columns.has(field));

  return {
    /** Returns lines about missing columns that were not reported yet. */
    describe(rows: readonly Pick<RefusedRow, 'refusals'>[]): string[] {
      const reasons = new Set(rows.flatMap(({ refusals }) => refusals.map(({ reason }) => reason)));
      return [...reasons].flatMap((reason) => {
        const fields = missingFor(reason);
        if (fields.length === 0 || reported.has(reason)) return [];
        reported.add(reason);
        return [
          `There is no column ${fields.join(', ')}${ADDITIONS[reason] ?? ''}: every listing is refused (${REFUSALS[reason]}).`,
        ];
      });
    },

    /** Returns the refusals that a missing column does not explain. */
    ownRefusals: ({ refusals }: Pick<RefusedRow, 'refusals'>): Refusal[] =>
      refusals.filter(({ reason }) => missingFor(reason).length === 0),
  };
}
