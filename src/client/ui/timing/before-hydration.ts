/** What React waits for before it takes the document over. */
const awaited: Promise<unknown>[] = [];

/**
 * Has React wait for the script of a part that the document shows already. Only with the script does it take the part
 * over: anything on the page that changed before would take the part away until then, and a click on it be lost.
 *
 * @param script must not fail; for a page's module to call as it is loaded
 */
export function hydrateAfter(script: Promise<unknown>): void {
  awaited.push(script);
}

/** Ends when the document can be taken over as a whole. */
export async function beforeHydration(): Promise<void> {
  await Promise.all(awaited);
}
