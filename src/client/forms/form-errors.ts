import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ApiError } from '../api/api-error.ts';

/**
 * Shows the server's field errors at the fields of a form, and puts the focus on the first. Fields that the form does
 * not have are left to its message box.
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
