/** Default descriptions of facts. */

import { formatPrice } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import type { FURNISHED, PETS } from '../property-choices.ts';
import type { PropertyField } from './property-fields.ts';

/** Labels of the pets allowed. */
export const PETS_WORDS = {
  none: 'No pets',
  cats: 'Cats',
  dogs: 'Dogs',
  cats_and_dogs: 'Cats and dogs',
} as const satisfies Record<(typeof PETS)[number], string>;

/** Labels of the furnishing. */
export const FURNISHED_WORDS = {
  no: 'No',
  partly: 'Partly',
  yes: 'Yes',
} as const satisfies Record<(typeof FURNISHED)[number], string>;

/** Returns the formatter of a number or an amount of money. */
export const amountWords = ({ kind }: PropertyField): ((amount: number) => string) =>
  kind === 'money' ? formatPrice : formatNumber;
