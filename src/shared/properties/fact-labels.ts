/** Labels and formats of facts. */

import { formatPrice } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import type { FURNISHED, PETS } from '../property-choices.ts';
import type { PropertyField } from './property-fields.ts';

/** Labels of allowed pets. */
export const PETS_LABELS = {
  none: 'No pets',
  cats: 'Cats',
  dogs: 'Dogs',
  cats_and_dogs: 'Cats and dogs',
} as const satisfies Record<(typeof PETS)[number], string>;

/** Labels of furnishing options. */
export const FURNISHED_LABELS = {
  no: 'No',
  partly: 'Partly',
  yes: 'Yes',
} as const satisfies Record<(typeof FURNISHED)[number], string>;

/** Returns the formatter for a number or an amount of money. */
export const amountFormatter = ({ kind }: PropertyField): ((amount: number) => string) =>
  kind === 'money' ? formatPrice : formatNumber;
