/** Where users go once they are signed in (docs/product/accounts.md, Signing in). */

import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { SessionUser } from './session-store.ts';

/** Router state passed to the login page by a guard. */
export interface LoginState {
  returnTo: string;
}

/** A page of this site: one slash, and no way for a browser to read a host into it. */
const OWN_PATH = /^\/(?![/\\])[^\\\s]*$/;

/** Dashboard pages that only admins have in their sidebar. */
const ADMIN_PAGES = new Set<string>([
  pagePaths.manageUsers(),
  pagePaths.manageProperties(),
  pagePaths.messages(),
  pagePaths.reports(),
]);

/** The path that a guard refused; undefined if the login page was opened directly, or for a path that is not ours. */
export function refusedPath(state: unknown): string | undefined {
  const returnTo =
    typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined;
  return typeof returnTo === 'string' && OWN_PATH.test(returnTo) ? returnTo : undefined;
}

/** The page that a guard had refused, if this user may open it; else the home page. */
export function pathAfterSignIn(state: unknown, user: SessionUser): string {
  const path = refusedPath(state);
  return path !== undefined && mayOpen(user, path) ? path : pagePaths.home();
}

function mayOpen(user: SessionUser, path: string): boolean {
  const pathname = path.replace(/[?#].*$/, '').replace(/\/+$/, '');
  if (ADMIN_PAGES.has(pathname)) return can(user, 'user:manage');
  if (pathname === pagePaths.dashboard() || pathname.startsWith(`${pagePaths.dashboard()}/`)) {
    return can(user, 'dashboard:open');
  }
  return true;
}
