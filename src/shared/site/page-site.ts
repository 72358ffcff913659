/**
 * The site settings embedded in every page: settings for all pages, and texts of individual pages that differ from the
 * defaults. The defaults are large, and not every page loads them (`site-view.ts`).
 */

import type { Site, SiteOverrides } from '../schemas/site.ts';
import {
  DEFAULT_POLICIES,
  type PublicPolicies,
  toPublicPolicies,
} from '../schemas/brokerage/policy-values.ts';
import { DEFAULT_NAME } from './site-name.ts';

/** An uploaded logo with its size in pixels and its icons. */
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
  /** Social links with their labels. */
  social: { label: string; url: string }[];
  /** The site's accent color and its text color; null for the default palette. */
  accent: { color: string; text: '#ffffff' | '#000000' } | null;
  /** Texts of the home and about pages that differ from the defaults. */
  texts: Pick<SiteOverrides, 'hero' | 'testimonials' | 'about'>;
  hasPrivacy: boolean;
  hasTerms: boolean;
  /** The policies that affect visitors’ pages. */
  policies: PublicPolicies;
  /** The picture for shared links, 1200 by 630; null for the default. */
  shareImage: string | null;
};

/** The settings if a page has none, which happens only if rendering the document failed. */
export const FALLBACK_SITE: PageSite = {
  name: DEFAULT_NAME,
  tagline: '',
  logo: null,
  accent: null,
  contact: { company: '', street: '', city: '', state: '', zipCode: '', phone: '', email: '' },
  social: [],
  equalHousing: true,
  notices: [],
  pictures: [],
  texts: {},
  hasPrivacy: false,
  hasTerms: false,
  policies: toPublicPolicies(DEFAULT_POLICIES),
  shareImage: null,
};
