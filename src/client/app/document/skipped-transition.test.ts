import { expect, it } from 'vitest';
import { isSkippedTransition } from './skipped-transition.ts';

it('distinguishes a skipped transition from other errors', () => {
  const abort = (message: string) => new DOMException(message, 'AbortError');
  expect(isSkippedTransition(abort('Transition was skipped. skipTransition() called'))).toBe(true);
  expect(isSkippedTransition(abort('The user aborted a request.'))).toBe(false);
  expect(isSkippedTransition(new Error('Transition was skipped'))).toBe(false);
  expect(isSkippedTransition(undefined)).toBe(false);
});
