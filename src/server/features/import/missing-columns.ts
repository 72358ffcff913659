/** A column that a file has not is said once, and not for each of its rows. */

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

/** Columns by which rows may do without. */
const ALTERNATIVES: Partial<Record<RefusalReason, readonly string[]>> = {
  bathrooms: BATHROOM_PARTS,
};

/** The alternative to a column. */
const INSTEAD: Partial<Record<RefusalReason, string>> = { agent: ', and no other agent was given' };

/** @param columns the names in the header line; null for a format whose entries have names of their own */
export function createColumnCheck(columns: ReadonlySet<string> | null) {
  const said = new Set<RefusalReason>();
  const missingFor = (reason: RefusalReason) =>
    columns === null || (ALTERNATIVES[reason] ?? []).some((field) => columns.has(field))
      ? []
      : (COLUMNS[reason] ?? []).filter((field) => !columns.has(field));

  return {
    /** Lines about columns that were not reported yet and that rows are refused for. */
    describe(rows: readonly Pick<RefusedRow, 'refusals'>[]): string[] {
      const reasons = new Set(rows.flatMap(({ refusals }) => refusals.map(({ reason }) => reason)));
      return [...reasons].flatMap((reason) => {
        const fields = missingFor(reason);
        if (fields.length === 0 || said.has(reason)) return [];
        said.add(reason);
        return [
          `There is no column ${fields.join(', ')}${INSTEAD[reason] ?? ''}: every listing is refused (${REFUSALS[reason]}).`,
        ];
      });
    },

    /** The row's own refusals. */
    ownRefusals: ({ refusals }: Pick<RefusedRow, 'refusals'>): Refusal[] =>
      refusals.filter(({ reason }) => missingFor(reason).length === 0),
  };
}
