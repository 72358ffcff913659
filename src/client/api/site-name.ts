import { DEFAULT_NAME } from '#shared/site/site-name.ts';

/**
 * The site's name, for texts created outside of components. Set only in the browser because a
 * server can render several sites.
 */
let siteName: string = DEFAULT_NAME;

/** Returns the site's name from the document. */
export const readSiteName = () => siteName;

/** Sets the name; called by the document's root in the browser. */
export function setSiteName(name: string): void {
  siteName = name;
}
