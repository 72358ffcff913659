import { pagePaths } from '#shared/page-paths.ts';

/** The links of the top bar, in order (docs/product/pages.md, Layout). */
export const MAIN_LINKS = [
  { label: 'For Sale', href: pagePaths.forSale() },
  { label: 'For Rent', href: pagePaths.forRent() },
  { label: 'Agents', href: pagePaths.agents() },
  { label: 'About Us', href: pagePaths.about() },
  { label: 'Contact', href: pagePaths.contact() },
] as const;

/** The footer's columns (docs/product/pages.md, Layout). Entries without `href` are text. */
export const FOOTER_COLUMNS: readonly {
  title: string;
  links: readonly { label: string; href?: string }[];
}[] = [
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
  { title: 'Legal', links: [{ label: 'Privacy Policy' }, { label: 'Terms of Service' }] },
  {
    title: 'Follow',
    links: [{ label: 'Instagram' }, { label: 'Facebook' }, { label: 'LinkedIn' }],
  },
];
