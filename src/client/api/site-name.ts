import { DEFAULT_NAME } from '#shared/site/site-name.ts';

/** For sentences that are made outside of components. Only the browser sets it: a server shows many sites at once. */
let siteName: string = DEFAULT_NAME;

/** The site's name, as the document gave it. */
export const readSiteName = () => siteName;

/** Called by the document's root in the browser. */
export function rememberSiteName(name: string): void {
  siteName = name;
}
