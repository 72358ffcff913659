/**
 * Returns a function that creates something on the first call and returns the same on later calls. A call after a
 * failure tries again.
 */
export function createOnce<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}
