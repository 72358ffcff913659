/** Where a user was among thousands of listings, so that saving or leaving a form brings them back to that page. */

import { forgetAtSignOut } from '../../session/device-memory.ts';

/** The URLs of the managed lists with search, order and page, by path; the one looked at last comes last. */
const visited = new Map<string, string>();

forgetAtSignOut(() => visited.clear());

/** @param address a path with its search */
export function rememberList(address: string): void {
  const path = pathOf(address);
  visited.delete(path);
  visited.set(path, address);
}

/** A managed list as it was last looked at in this window; its first page if it was not. */
export function listAsLeft(path: string): string {
  return visited.get(path) ?? path;
}

/** The list of listings that was looked at last; null if there was none. */
export function latestList(): string | null {
  return [...visited.values()].at(-1) ?? null;
}

const pathOf = (address: string) => address.split('?', 1)[0] ?? address;
