/** Maps listing fields to database columns. */

import type { FieldName } from './property-fields.ts';

/** The column of a field: `zip_code` for `zipCode`. */
export type ColumnOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${ColumnOf<Rest>}`
    : `_${Lowercase<First>}${ColumnOf<Rest>}`
  : '';

/** Returns the column of a field. */
export function columnOf<Name extends FieldName>(name: Name): ColumnOf<Name> {
  // Must match the type above.
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnOf<Name>;
}
