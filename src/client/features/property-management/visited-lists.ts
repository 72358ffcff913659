/**
 * Remembers the user's position among thousands of listings, so that saving or leaving a form
 * returns to that page.
 */

import { onSessionEnd } from '../../session/device-memory.ts';

/**
 * The URLs of the managed lists with search, order, and page, by path, most recently viewed last.
 */
const visited = new Map<string, string>();

onSessionEnd(() => visited.clear());

/**
 * Records a visited list.
 *
 * @param address a path with its search
 */
export function rememberList(address: string): void {
  const path = pathOf(address);
  visited.delete(path);
  visited.set(path, address);
}

/**
 * Returns the URL of a managed list as last viewed in this window; its first page if it was not.
 */
export function lastListUrl(path: string): string {
  return visited.get(path) ?? path;
}

/** Returns the list of listings viewed last; null if there was none. */
export function latestList(): string | null {
  return [...visited.values()].at(-1) ?? null;
}

const pathOf = (address: string) => address.split('?', 1)[0] ?? address;
