import { expect, test } from 'vitest';
import { validationFailed } from './app-error.ts';

test('an error names at most 50 invalid fields', () => {
  const fieldErrors = Array.from({ length: 51 }, (_, index) => ({
    path: `search.${index}`,
    message: 'This filter does not exist.',
  }));
  expect(validationFailed(fieldErrors).fieldErrors).toEqual(fieldErrors.slice(0, 50));
});
