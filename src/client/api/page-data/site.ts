/** The site's settings in pages, embedded once in the document. */

import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';
import { FALLBACK_SITE, type PageSite } from '#shared/site/page-site.ts';

/** Settings that an admin changed on this page. They are newer than the document. Set only in a browser. */
let changedSite: PageSite | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Applies changed settings immediately to the whole page. */
export function showSite(site: PageSite): void {
  changedSite = site;
  listeners.forEach((listener) => listener());
}

/** Returns the site's settings. */
export function useSite(): PageSite {
  const root = useRouteLoaderData<{ site?: PageSite }>('root');
  const changed = useSyncExternalStore(
    subscribe,
    () => changedSite,
    () => null,
  );
  return changed ?? root?.site ?? FALLBACK_SITE;
}

/** Returns the site's settings for a `meta` export, from its matches. */
export function siteOf(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
): PageSite {
  if (changedSite !== null) return changedSite;
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  const hasSite = typeof root === 'object' && root !== null && 'site' in root;
  return hasSite ? (root.site as PageSite) : FALLBACK_SITE;
}

/** Returns the logo: the name, and the uploaded picture, if any. */
export function useLogo() {
  const { name, logo } = useSite();
  return { name, picture: logo };
}
