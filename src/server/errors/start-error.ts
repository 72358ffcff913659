/**
 * A problem that stops a command and that the operator can fix.
 *
 * `message` is one complete line, to be printed without a stack. Every entry point catches it, prints the line, and
 * exits with code 1; any other error is a bug and is printed with its stack.
 */
export class StartError extends Error {
  override name = 'StartError';
}
