/** Maps column names in files to RESO field names. */

import { RESO_FIELDS } from './reso-mapping.ts';

const normalize = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

const FIELDS_BY_NORMALIZED_NAME = new Map(
  [...RESO_FIELDS].map((field) => [normalize(field), field]),
);

/**
 * Finds fields that several columns map to, except fields with exactly one column of the exact name.
 *
 * @returns the column names of each field, separated by commas
 */
export function findDuplicateFields(columns: readonly string[]): string[] {
  const columnsByField = Map.groupBy(columns, (name) =>
    FIELDS_BY_NORMALIZED_NAME.get(normalize(name)),
  );
  return [...columnsByField].flatMap(([field, names]) => {
    if (field === undefined) return [];
    const exact = names.filter((name) => name === field);
    const candidates = exact.length > 0 ? exact : names;
    return candidates.length > 1 ? [candidates.join(', ')] : [];
  });
}

/**
 * Normalizes column names: `list_price` and `LIST PRICE` become `ListPrice`. Keeps unknown names. If
 * several columns map to a field, only one gets its name: the one with the exact name or, without one,
 * the first.
 */
export function normalizeColumnNames(columns: readonly string[]): string[] {
  const usedNames = new Set(columns);
  return columns.map((name) => {
    const field = FIELDS_BY_NORMALIZED_NAME.get(normalize(name));
    if (field === undefined || usedNames.has(field)) return name;
    usedNames.add(field);
    return field;
  });
}
