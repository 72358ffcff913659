/** Returns the error's message. For a host name with several addresses, Node.js reports one error each and no message. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return first instanceof Error ? first.message : String(first);
}
