/** Determines the page after sign-in (docs/product/accounts.md, Signing in). */

import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { SessionUser } from './session-store.ts';

/** The router state that a guard passes to the login page. */
export interface LoginState {
  returnTo: string;
}

/**
 * A path on this site. It starts with a single slash so that browsers cannot interpret it as a
 * host.
 */
const OWN_PATH = /^\/(?![/\\])[^\\\s]*$/;

/** Admin pages that agents are not sent back to. Other admin pages show agents a message. */
const ADMIN_PAGES = new Set<string>([
  pagePaths.manageUsers(),
  pagePaths.manageProperties(),
  pagePaths.messages(),
  pagePaths.reports(),
]);

/**
 * Returns the path that a guard redirected from; undefined if the login page was opened directly,
 * or for an external path.
 */
export function returnPath(state: unknown): string | undefined {
  const returnTo =
    typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined;
  return typeof returnTo === 'string' && OWN_PATH.test(returnTo) ? returnTo : undefined;
}

/** Returns the path that a guard redirected from, if this user can open it; otherwise the home page. */
export function pathAfterSignIn(state: unknown, user: SessionUser): string {
  const path = returnPath(state);
  return path !== undefined && canOpen(user, path) ? path : pagePaths.home();
}

function canOpen(user: SessionUser, path: string): boolean {
  const pathname = path.replace(/[?#].*$/, '').replace(/\/+$/, '');
  if (ADMIN_PAGES.has(pathname)) return can(user, 'user:manage');
  if (pathname === pagePaths.dashboard() || pathname.startsWith(`${pagePaths.dashboard()}/`)) {
    return can(user, 'dashboard:open');
  }
  return true;
}
