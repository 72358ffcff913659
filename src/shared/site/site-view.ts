/** Converts stored settings for pages. Imports all defaults, which are large. */

import { accentContrast } from '../accent.ts';
import type { PageLogo, PageSite } from './page-site.ts';
import type { Site, SiteOverrides, SitePicture } from '../schemas/site.ts';
import {
  DEFAULT_POLICIES,
  type PublicPolicies,
  toPublicPolicies,
} from '../schemas/brokerage/policy-values.ts';
import { defaultSite, resolveSite } from './site-defaults.ts';
import { siteIconPath } from './site-icons.ts';

const SOCIAL_LABELS: Record<Site['social'][number]['kind'], string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  other: '',
};

/** Returns the label of a social link; for the kind `other`, its host. */
const labelOf = (kind: Site['social'][number]['kind'], url: string) =>
  SOCIAL_LABELS[kind] || (/^https?:\/\/(?:www\.)?([^/?#:]+)/i.exec(url)?.[1] ?? url);

/** Returns the logo; null without a logo, or if its picture is unknown. */
function toPageLogo(path: string | null, pictures: readonly SitePicture[]): PageLogo | null {
  const picture = pictures.find((candidate) => candidate.path === path);
  if (picture === undefined) return null;
  return {
    path: picture.path,
    width: picture.width,
    height: picture.height,
    icon: siteIconPath(picture.path, 'icon-48'),
    touchIcon: siteIconPath(picture.path, 'touch-180'),
  };
}

/** Converts settings to the form embedded in pages. */
export function toPageSite(
  settings: SiteOverrides,
  pictures: SitePicture[],
  shareImage: string | null,
  policies: PublicPolicies,
): PageSite {
  const resolved = resolveSite(settings);
  const { name, tagline, logo, accent, contact, social, privacy, terms } = resolved;
  const { hero, testimonials, about } = settings;
  return {
    name,
    tagline,
    logo: toPageLogo(logo, pictures),
    accent: accent === null ? null : { color: accent, text: accentContrast(accent).text },
    contact,
    social: social.map(({ kind, url }) => ({ label: labelOf(kind, url), url })),
    equalHousing: resolved.equalHousing,
    notices: resolved.notices,
    pictures,
    texts: {
      ...(hero === undefined ? {} : { hero }),
      ...(testimonials === undefined ? {} : { testimonials }),
      ...(about === undefined ? {} : { about }),
    },
    hasPrivacy: privacy !== null,
    hasTerms: terms !== null,
    policies,
    shareImage,
  };
}

/** A site with default settings. */
export const DEFAULT_SITE: PageSite = toPageSite({}, [], null, toPublicPolicies(DEFAULT_POLICIES));

/** Returns the texts of the home and about pages, with the defaults filled in. */
export function resolveTexts({
  name,
  texts,
}: Pick<PageSite, 'name' | 'texts'>): Pick<Site, 'hero' | 'testimonials' | 'about'> {
  const defaults = defaultSite(name);
  return {
    hero: { ...defaults.hero, ...texts.hero },
    testimonials: texts.testimonials ?? defaults.testimonials,
    about: { ...defaults.about, ...texts.about },
  };
}
