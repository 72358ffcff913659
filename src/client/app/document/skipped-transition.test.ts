import { expect, it } from 'vitest';
import { isSkippedTransition } from './skipped-transition.ts';

it('distinguishes a skipped transition from other errors', () => {
  const abortError = (message: string) => new DOMException(message, 'AbortError');
  expect(isSkippedTransition(abortError('Transition was skipped. skipTransition() called'))).toBe(
    true,
  );
  const timeout = new DOMException('Transition was aborted because of timeout', 'TimeoutError');
  expect(isSkippedTransition(timeout)).toBe(true);
  expect(isSkippedTransition(abortError('The user aborted a request.'))).toBe(false);
  expect(isSkippedTransition(new Error('Transition was skipped'))).toBe(false);
  expect(isSkippedTransition(undefined)).toBe(false);
});
