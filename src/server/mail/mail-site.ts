/** The site that emails come from. */

/** The site's name and look in emails. */
export type MailSite = {
  /** E.g. `Doorstep`. */
  name: string;
  /** Its URL, without a trailing slash. */
  url: string;
  /** Color of buttons and links, `#rrggbb`; readable under white text. */
  accent: string;
  /** Absolute URL of a picture; null shows only the name. */
  logoUrl: string | null;
};

/** The green of the site's own design. */
const DEFAULT_ACCENT = '#1a5238';

/** Returns a site with default settings. */
export function defaultMailSite(url: string): MailSite {
  return { name: 'Doorstep', url, accent: DEFAULT_ACCENT, logoUrl: null };
}
