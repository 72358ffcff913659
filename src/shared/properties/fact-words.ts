/** How facts are said, where a page has no better words. */

import { formatPrice } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import type { FURNISHED, PETS } from '../property-choices.ts';
import type { PropertyField } from './property-fields.ts';

/** Which pets may live there, as a choice. */
export const PETS_WORDS = {
  none: 'No pets',
  cats: 'Cats',
  dogs: 'Dogs',
  cats_and_dogs: 'Cats and dogs',
} as const satisfies Record<(typeof PETS)[number], string>;

/** How far a home is furnished. */
export const FURNISHED_WORDS = {
  no: 'No',
  partly: 'Partly',
  yes: 'Yes',
} as const satisfies Record<(typeof FURNISHED)[number], string>;

/** The words of a number or of money. */
export const amountWords = ({ kind }: PropertyField): ((amount: number) => string) =>
  kind === 'money' ? formatPrice : formatNumber;
