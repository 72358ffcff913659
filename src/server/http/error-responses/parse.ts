import type { z } from 'zod';
import { type FieldError, validationFailed } from '../../errors/app-error.ts';

/**
 * Returns the invalid fields of a failed validation, each with its first message.
 *
 * @param issues a zod error's issues; an empty path refers to the entire value
 */
export function toFieldErrors(
  issues: readonly { path: PropertyKey[]; message: string }[],
): FieldError[] {
  const byPath = new Map<string, string>();
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    const message = path === '' ? 'Please send a JSON object.' : issue.message;
    if (!byPath.has(path)) byPath.set(path, message);
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
}

/**
 * Validates input, such as a query or the fields of a multipart body.
 *
 * @throws AppError VALIDATION_FAILED with every invalid field
 */
export function parseOrThrow<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw validationFailed(toFieldErrors(result.error.issues));
  return result.data;
}
