/** Names of fields as files spell them. */

import { RESO_FIELDS } from './reso-mapping.ts';

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

const BY_PLAIN_NAME = new Map([...RESO_FIELDS].map((field) => [plain(field), field]));

/** Fields that several columns spell, and none alone by its very name, with those spellings. */
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
 * The names by which records are read: `list_price` and `LIST PRICE` are `ListPrice`. Others stay as they are, and so
 * does a spelling beside the very name.
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
