/** The icons created from an uploaded logo, served at `/site-icons/{key}/{icon}.png`. */

/**
 * Every icon with its size in pixels. `icon` is only the logo, `touch` adds the background color, and `maskable` also
 * leaves room for any mask.
 */
export const SITE_ICONS = {
  'icon-48': 48,
  'icon-96': 96,
  'icon-192': 192,
  'icon-512': 512,
  'touch-180': 180,
  'maskable-192': 192,
  'maskable-512': 512,
} as const;

export type SiteIcon = keyof typeof SITE_ICONS;

/** Returns the path of an icon. @param logo the path of the logo: `/images/{key}/full.webp` */
export function siteIconPath(logo: string, icon: SiteIcon): string {
  return `/site-icons/${logo.split('/')[2] ?? ''}/${icon}.png`;
}
