/** The columns of a listing's fields. */

import type { FieldName } from './property-fields.ts';

/** `zip_code` of `zipCode`: the column of a field. */
export type ColumnOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${ColumnOf<Rest>}`
    : `_${Lowercase<First>}${ColumnOf<Rest>}`
  : '';

/** The column of a field. */
export function columnOf<Name extends FieldName>(name: Name): ColumnOf<Name> {
  // The same as the type, letter by letter.
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnOf<Name>;
}
