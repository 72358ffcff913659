import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ApiError } from '../api/api-error.ts';

/**
 * Shows the server's errors on the fields of a form, and focuses the first one. Errors of other
 * fields are left to the form's message box.
 */
export function applyFieldErrors<T extends FieldValues>(
  error: ApiError,
  form: Pick<UseFormReturn<T>, 'setError' | 'getValues'>,
): void {
  const known = Object.keys(form.getValues());
  Object.entries(error.fieldErrors)
    .filter(([field]) => known.includes(field))
    .forEach(([field, message], index) =>
      form.setError(field as Path<T>, { message }, { shouldFocus: index === 0 }),
    );
}
