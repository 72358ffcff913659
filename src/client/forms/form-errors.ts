import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ApiError } from '../api/api-error.ts';

/**
 * Shows the server's errors next to a form's fields, and focuses the first field with an error.
 * Errors for fields that are not in the form are left to the form's error message.
 */
export function applyFieldErrors<T extends FieldValues>(
  error: ApiError,
  form: Pick<UseFormReturn<T>, 'setError' | 'getValues'>,
): void {
  const fields = Object.keys(form.getValues());
  Object.entries(error.fieldErrors)
    .filter(([field]) => fields.includes(field))
    .forEach(([field, message], index) =>
      form.setError(field as Path<T>, { message }, { shouldFocus: index === 0 }),
    );
}
