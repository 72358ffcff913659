/** How often alerts come, in words. */

import type { SelectOption } from '../../ui/fields/select.tsx';

/** For a choice of one. */
export const FREQUENCY_OPTIONS: readonly SelectOption[] = [
  { value: 'instant', label: 'As they come' },
  { value: 'daily', label: 'Once a day' },
  { value: 'weekly', label: 'Once a week' },
  { value: 'never', label: 'No mails' },
];

/** The same where some mail is wanted. */
export const MAIL_OPTIONS = FREQUENCY_OPTIONS.filter(({ value }) => value !== 'never');
