/** The labels of alert frequencies. */

import type { SelectOption } from '../../ui/fields/select.tsx';

/** The options of a select. */
export const FREQUENCY_OPTIONS: readonly SelectOption[] = [
  { value: 'instant', label: 'Instantly' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'never', label: 'Off' },
];

/** The options except 'never'. */
export const MAIL_OPTIONS = FREQUENCY_OPTIONS.filter(({ value }) => value !== 'never');
