/**
 * Returns whether a rejection means only that a view transition was skipped (CSS View Transitions
 * 1, "skip the view transition": an AbortError with a browser-specific message).
 */
export function isSkippedTransition(reason: unknown): boolean {
  return (
    reason instanceof DOMException &&
    reason.name === 'AbortError' &&
    /transition/i.test(reason.message)
  );
}
