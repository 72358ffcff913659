import { accentUnderWhite } from '#shared/accent.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import { siteIconPath } from '#shared/site/site-icons.ts';
import { defaultMailSite, type MailSite } from '../../mail/mail-site.ts';

/** The site as emails show it. */
export function toMailSite(site: PageSite, publicUrl: string): MailSite {
  const { name, accent, logo } = site;
  const usual = defaultMailSite(publicUrl);
  return {
    ...usual,
    name,
    // Buttons in emails bear white text, whatever the accent's own is.
    accent: accent === null ? usual.accent : accentUnderWhite(accent.color),
    // Not every mail program shows WebP.
    logoUrl: logo === null ? null : `${publicUrl}${siteIconPath(logo.path, 'icon-96')}`,
  };
}
