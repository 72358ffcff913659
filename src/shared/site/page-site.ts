/**
 * The site's settings in every page's document: everything around pages, and those texts of single pages that differ
 * from the defaults. The defaults themselves are large and not part of what every page loads (`site-view.ts`).
 */

import type { Site, SiteOverrides } from '../schemas/site.ts';
import {
  DEFAULT_POLICIES,
  type PublicPolicies,
  toPublicPolicies,
} from '../schemas/brokerage/policy-values.ts';
import { DEFAULT_NAME } from './site-name.ts';

/** An uploaded logo: its path, its size in pixels, and the icons that are made from it. */
export type PageLogo = {
  path: string;
  width: number;
  height: number;
  icon: string;
  touchIcon: string;
};

export type PageSite = Pick<
  Site,
  'name' | 'tagline' | 'contact' | 'equalHousing' | 'notices' | 'pictures'
> & {
  logo: PageLogo | null;
  /** Where they lead, with the words for it. */
  social: { label: string; url: string }[];
  /** The site's accent color and its text color; null for the default palette. */
  accent: { color: string; text: '#ffffff' | '#000000' } | null;
  /** Texts of the home and about pages that differ from the defaults. */
  words: Pick<SiteOverrides, 'hero' | 'testimonials' | 'about'>;
  hasPrivacy: boolean;
  hasTerms: boolean;
  /** The policies that visitors’ pages follow. */
  policies: PublicPolicies;
  /** The picture for shared links, 1200 by 630; null is the product's own. */
  shareImage: string | null;
};

/** For a page that was given no settings, which only happens where the document itself failed. */
export const BARE_SITE: PageSite = {
  name: DEFAULT_NAME,
  tagline: '',
  logo: null,
  accent: null,
  contact: { company: '', street: '', city: '', state: '', zipCode: '', phone: '', email: '' },
  social: [],
  equalHousing: true,
  notices: [],
  pictures: [],
  words: {},
  hasPrivacy: false,
  hasTerms: false,
  policies: toPublicPolicies(DEFAULT_POLICIES),
  shareImage: null,
};
