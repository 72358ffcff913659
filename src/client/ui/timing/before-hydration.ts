/** Promises that delay hydration. */
const awaited: Promise<unknown>[] = [];

/**
 * Delays hydration until the script of a server-rendered component has loaded. Without it, any
 * change on the page during hydration would remove the component until then, and lose clicks on it.
 *
 * @param script must not reject; to be called at module level by a page
 */
export function hydrateAfter(script: Promise<unknown>): void {
  awaited.push(script);
}

/** Resolves when the document is ready for hydration. */
export async function beforeHydration(): Promise<void> {
  await Promise.all(awaited);
}
