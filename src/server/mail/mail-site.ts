/** Whose emails they are. */

/** How the site calls itself and looks, in mails. */
export type MailSite = {
  /** E.g. `Doorstep`. */
  name: string;
  /** Its address, without a slash at the end. */
  url: string;
  /** Color of buttons and links, `#rrggbb`; readable under white text. */
  accent: string;
  /** Absolute address of a picture; null shows the name alone. */
  logoUrl: string | null;
};

/** The green of the site's own design. */
const DEFAULT_ACCENT = '#1a5238';

/** A site with default settings. */
export function defaultMailSite(url: string): MailSite {
  return { name: 'Doorstep', url, accent: DEFAULT_ACCENT, logoUrl: null };
}
