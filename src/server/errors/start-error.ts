/**
 * A problem that stops a command and that the operator can fix.
 *
 * Every entry point prints the message, one complete line, without a stack trace and exits with
 * code 1. Any other error is a bug and is printed with its stack trace.
 */
export class StartError extends Error {
  override name = 'StartError';
}
