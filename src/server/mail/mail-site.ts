/** The site's name and appearance in emails. */
export type MailSite = {
  /** E.g. `Doorstep`. */
  name: string;
  /** Its URL, without a trailing slash. */
  url: string;
  /** The color of buttons, `#rrggbb`; white text on it is readable. */
  accent: string;
  /** An absolute URL; null shows only the name. */
  logoUrl: string | null;
};

/** The green of the site's own design. */
const DEFAULT_ACCENT = '#1a5238';

/** Returns a site with default settings. */
export function defaultMailSite(url: string): MailSite {
  return { name: 'Doorstep', url, accent: DEFAULT_ACCENT, logoUrl: null };
}
