/** Names of fields as files spell them. */

import { RESO_FIELDS } from './reso-mapping.ts';

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

const BY_PLAIN_NAME = new Map([...RESO_FIELDS].map((field) => [plain(field), field]));

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
