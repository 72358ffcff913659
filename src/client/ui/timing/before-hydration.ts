/** Promises that delay hydration. */
const pendingScripts: Promise<unknown>[] = [];

/**
 * Delays hydration until the script of a server-rendered component has loaded. Otherwise, any
 * change on the page during hydration would remove the component until then and lose clicks on it.
 * Call it at module level of a page.
 *
 * @param script must not reject
 */
export function hydrateAfter(script: Promise<unknown>): void {
  pendingScripts.push(script);
}

/** Resolves when the document is ready for hydration. */
export const beforeHydration = () => Promise.all(pendingScripts);
