import { pagePaths } from '#shared/page-paths.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import { siteIconPath } from '#shared/site/site-icons.ts';
import { defaultSite } from '#shared/site/site-defaults.ts';
import { absoluteUrl } from '../../seo/page-meta.ts';

/**
 * Returns the organization as schema.org JSON-LD. Omits contact details that are still the defaults
 * of a new site.
 */
export function organizationJsonLd(publicUrl: string, site: PageSite): Record<string, unknown> {
  const { company, street, city, state, zipCode, phone, email } = site.contact;
  const example = defaultSite().contact;
  const unlessDefault = (text: string, defaultText: string) =>
    text === defaultText || text === '' ? undefined : text;
  const streetAddress = unlessDefault(street, example.street);
  return {
    '@type': 'Organization',
    name: site.name,
    legalName: unlessDefault(company, site.name),
    url: absoluteUrl(publicUrl, pagePaths.home()),
    logo: absoluteUrl(
      publicUrl,
      site.logo === null ? '/icon-512.png' : siteIconPath(site.logo.path, 'icon-512'),
    ),
    sameAs: site.social.length === 0 ? undefined : site.social.map(({ url }) => url),
    telephone: unlessDefault(phone, example.phone),
    email: unlessDefault(email, example.email),
    address:
      streetAddress === undefined
        ? undefined
        : {
            '@type': 'PostalAddress',
            streetAddress,
            addressLocality: city,
            addressRegion: state,
            postalCode: zipCode,
          },
  };
}
