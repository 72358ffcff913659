/** Maps the spellings of field names in files to RESO's names. */

import { RESO_FIELDS } from './reso-mapping.ts';

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

const BY_PLAIN_NAME = new Map([...RESO_FIELDS].map((field) => [plain(field), field]));

/** Finds ambiguous fields: ones with several columns, unless exactly one has the exact name. */
export function findDuplicateFields(spelled: readonly string[]): string[] {
  const ofField = Map.groupBy(spelled, (name) => BY_PLAIN_NAME.get(plain(name)));
  return [...ofField].flatMap(([field, names]) => {
    if (field === undefined) return [];
    const exact = names.filter((name) => name === field);
    const rivals = exact.length > 0 ? exact : names;
    return rivals.length > 1 ? [rivals.join(', ')] : [];
  });
}

/**
 * Normalizes column names: `list_price` and `LIST PRICE` become `ListPrice`. Unknown names do
 * not change, nor do other spellings if a column has the exact name.
 */
export function fieldNames(spelled: readonly string[]): string[] {
  const taken = new Set(spelled);
  return spelled.map((name) => {
    const field = BY_PLAIN_NAME.get(plain(name));
    if (field === undefined || taken.has(field)) return name;
    taken.add(field);
    return field;
  });
}
