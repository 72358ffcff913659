/**
 * Remembers the user's position in long lists so that saving or leaving a form returns to the same
 * page.
 */

import { onSessionEnd } from '../../session/device-memory.ts';

/**
 * The URLs of managed lists with search, sort order, and page, by path, most recent last.
 */
const visited = new Map<string, string>();

onSessionEnd(() => visited.clear());

/**
 * Records a visited list.
 *
 * @param url a path with its query
 */
export function rememberList(url: string): void {
  const path = pathOf(url);
  visited.delete(path);
  visited.set(path, url);
}

/**
 * Returns the last viewed URL of a managed list; its first page if the list was not viewed.
 */
export function lastListUrl(path: string): string {
  return visited.get(path) ?? path;
}

/** Returns the URL of the list viewed last; null if there is none. */
export function latestListUrl(): string | null {
  return [...visited.values()].at(-1) ?? null;
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? url;
