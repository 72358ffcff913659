/**
 * Whether a rejection only says that a view transition was skipped (CSS View Transitions 1, "skip the view transition":
 * an AbortError, whose words are the browser's own).
 */
export function isSkippedTransition(reason: unknown): boolean {
  return (
    reason instanceof DOMException &&
    reason.name === 'AbortError' &&
    /transition/i.test(reason.message)
  );
}
