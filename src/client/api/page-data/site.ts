/** The site's own settings in pages: they stand in the document once. */

import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';
import { BARE_SITE, type PageSite } from '#shared/site/page-site.ts';

/** What an admin changed on this page, which is newer than the document. Only ever set in a browser. */
let changed: PageSite | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows changed settings at once, on every part of the page. */
export function showSite(site: PageSite): void {
  changed = site;
  listeners.forEach((listener) => listener());
}

/** The site's settings. */
export function useSite(): PageSite {
  const root = useRouteLoaderData<{ site?: PageSite }>('root');
  const newer = useSyncExternalStore(
    subscribe,
    () => changed,
    () => null,
  );
  return newer ?? root?.site ?? BARE_SITE;
}

/** The same for `meta`, from the matches that it gets. */
export function siteOf(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
): PageSite {
  if (changed !== null) return changed;
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  const hasSite = typeof root === 'object' && root !== null && 'site' in root;
  return hasSite ? (root.site as PageSite) : BARE_SITE;
}

/** What the logo shows: the name, and the picture that was uploaded, if any. */
export function useLogo() {
  const { name, logo } = useSite();
  return { name, picture: logo };
}
