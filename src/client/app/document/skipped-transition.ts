/**
 * Returns whether a rejection means only that a view transition was skipped (CSS View Transitions
 * 1, "skip the view transition"): an AbortError, or a TimeoutError on a slow device, with a
 * browser-specific message.
 */
export function isSkippedTransition(reason: unknown): boolean {
  return (
    reason instanceof DOMException &&
    ['AbortError', 'TimeoutError'].includes(reason.name) &&
    /transition/i.test(reason.message)
  );
}
