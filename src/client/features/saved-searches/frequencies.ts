/** How often alerts come, in words. */

import type { SelectOption } from '../../ui/fields/select.tsx';

/** For a choice of one. */
export const FREQUENCY_OPTIONS: readonly SelectOption[] = [
  { value: 'instant', label: 'Instantly' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'never', label: 'Off' },
];

/** The same where some mail is wanted. */
export const MAIL_OPTIONS = FREQUENCY_OPTIONS.filter(({ value }) => value !== 'never');
