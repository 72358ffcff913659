import { darkenForWhiteText } from '#shared/accent.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import { siteIconPath } from '#shared/site/site-icons.ts';
import { defaultMailSite, type MailSite } from '../../mail/mail-site.ts';

/** Returns the site's data for emails. */
export function toMailSite(site: PageSite, publicUrl: string): MailSite {
  const { name, accent, logo } = site;
  const defaults = defaultMailSite(publicUrl);
  return {
    ...defaults,
    name,
    // Buttons in emails have white text, unlike those on pages.
    accent: accent === null ? defaults.accent : darkenForWhiteText(accent.color),
    // Not every email client supports WebP.
    logoUrl: logo === null ? null : `${publicUrl}${siteIconPath(logo.path, 'icon-96')}`,
  };
}
