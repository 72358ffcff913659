import type { SelectOption } from '../../ui/fields/select.tsx';

/** Alert frequencies as select options. */
export const FREQUENCY_OPTIONS: readonly SelectOption[] = [
  { value: 'instant', label: 'Instantly' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'never', label: 'Off' },
];

/** The options except 'never'. */
export const EMAIL_OPTIONS = FREQUENCY_OPTIONS.filter(({ value }) => value !== 'never');
