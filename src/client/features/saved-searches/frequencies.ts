import type { SelectOption } from '../../ui/fields/select.tsx';

/** Alert frequencies as select options. */
export const FREQUENCY_OPTIONS: readonly SelectOption[] = [
  { value: 'instant', label: 'Instantly' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'never', label: 'Off' },
];

/** The options without 'never', for visitors: their saved searches always send emails. */
export const VISITOR_FREQUENCY_OPTIONS = FREQUENCY_OPTIONS.filter(({ value }) => value !== 'never');
