/**
 * Every route of the product, read from src/client/app/routes.ts itself, and the roles that can
 * view it (docs/product/pages.md, Routes).
 */

import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '#client/app/routes.ts';

/** The role that views a screen. */
export type Viewer = 'visitor' | 'user' | 'agent' | 'admin';

export const VIEWERS: readonly Viewer[] = ['visitor', 'user', 'agent', 'admin'];

/** The complete path of each route, such as '/property/:id' or '/*'. */
export const ROUTES: readonly string[] = [...new Set(pathsOf(routes, '/'))]
  // Excludes pages that exist only in development.
  .filter((path) => !path.startsWith('/dev/'));

/** Pages for all signed-in users. */
const ACCOUNT_ROUTES = new Set(['/profile', '/inquiries', '/saved-searches', '/tours']);

/** Returns the roles that can view a route; others are redirected (tests/e2e/accounts/accounts.e2e.ts). */
export function viewersOf(route: string): readonly Viewer[] {
  if (route === '/login' || route === '/register') return ['visitor'];
  if (ACCOUNT_ROUTES.has(route) || route.startsWith('/shortlists'))
    return ['user', 'agent', 'admin'];
  if (route.startsWith('/dashboard')) return ['agent', 'admin'];
  return VIEWERS;
}

function pathsOf(entries: readonly RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap((entry) => {
    const path = [parent, entry.path ?? '']
      .join('/')
      .replace(/\/+/g, '/')
      .replace(/(.)\/$/, '$1');
    return entry.children === undefined ? [path] : pathsOf(entry.children, path);
  });
}
