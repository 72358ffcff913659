/** Formats listing attributions (docs/product/import.md, Display and attribution). */

import { formatDateTime } from '../format/dates.ts';

type Names = { agentName: string | null; officeName: string | null };
type Attribution = Names & {
  source: string | null;
  disclaimer: string | null;
  updatedAt: string | null;
};

/** Returns text such as `Listed by Jane Doe, Hillside Realty`; null without names. */
export function listedByText(attribution: Names | null): string | null {
  const names = [attribution?.agentName ?? null, attribution?.officeName ?? null];
  const knownNames = names.filter((name) => name !== null);
  return knownNames.length === 0 ? null : `Listed by ${knownNames.join(', ')}`;
}

/** Returns the complete attribution as lines of text, for use outside the site. */
export function attributionLines(attribution: Attribution | null): string[] {
  if (attribution === null) return [];
  const { source, disclaimer, updatedAt } = attribution;
  return [
    listedByText(attribution),
    source === null ? null : `Source: ${source}`,
    disclaimer,
    updatedAt === null ? null : `Last updated ${formatDateTime(updatedAt, 'UTC')} UTC`,
  ].filter((line) => line !== null);
}
