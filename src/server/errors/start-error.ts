/**
 * A reason why a command cannot go on that the operator can do something about.
 *
 * `message` is one line, complete and meant to be printed as it is, without a stack. Every entry point catches it,
 * prints the line and ends with exit code 1; any other error is a bug and is printed whole.
 */
export class StartError extends Error {
  override name = 'StartError';
}
