import { pagePaths } from '#shared/page-paths.ts';
import type { PageSite } from '#shared/site/page-site.ts';

/** A footer entry: a link, or plain text if it has no URL. */
export interface FooterEntry {
  label: string;
  href?: string;
  /** Whether the link leads to another site. */
  isExternal?: boolean;
}

/** The links of the top bar, in order (docs/product/pages.md, Layout). */
export const MAIN_LINKS = [
  { label: 'For Sale', href: pagePaths.forSale() },
  { label: 'For Rent', href: pagePaths.forRent() },
  { label: 'Agents', href: pagePaths.agents() },
  { label: 'About Us', href: pagePaths.about() },
  { label: 'Contact', href: pagePaths.contact() },
] as const;

/** The footer's columns that are the same on every site (docs/product/pages.md, Layout). */
export const FOOTER_COLUMNS: readonly { title: string; links: readonly FooterEntry[] }[] = [
  {
    title: 'Properties',
    links: [
      { label: 'For Sale', href: pagePaths.forSale() },
      { label: 'For Rent', href: pagePaths.forRent() },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About Us', href: pagePaths.about() },
      { label: 'Our Agents', href: pagePaths.agents() },
      { label: 'Contact Us', href: pagePaths.contact() },
    ],
  },
];

/** Returns the legal entries; each is a link once its text is published. */
export function legalLinks(site: { hasPrivacy: boolean; hasTerms: boolean }): FooterEntry[] {
  return [
    { label: 'Privacy Policy', ...(site.hasPrivacy ? { href: pagePaths.privacy() } : {}) },
    { label: 'Terms of Service', ...(site.hasTerms ? { href: pagePaths.terms() } : {}) },
  ];
}

/** Returns the social links; if the site has none, default names without links. */
export function socialLinks(social: PageSite['social']): FooterEntry[] {
  if (social.length === 0) {
    return [{ label: 'Instagram' }, { label: 'Facebook' }, { label: 'LinkedIn' }];
  }
  return social.map(({ label, url }) => ({ label, href: url, isExternal: true }));
}
