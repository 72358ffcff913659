/** Maps column names in files to RESO field names. */

import { RESO_FIELDS } from './reso-mapping.ts';

const normalize = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

const FIELDS_BY_NORMALIZED_NAME = new Map(
  [...RESO_FIELDS].map((field) => [normalize(field), field]),
);

/**
 * Finds fields with several columns, unless exactly one of these has the exact name.
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
 * Normalizes column names: `list_price` and `LIST PRICE` become `ListPrice`. Keeps unknown names, and
 * other spellings if a column has the exact name.
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
