/**
 * Icons and the link preview picture, rendered from the site's settings. Import this module only on
 * demand because its library is large.
 */

import { createRequire } from 'node:module';
import path from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { PAGE_COLOR } from '#shared/accent.ts';
import { type SiteIcon, SITE_ICONS } from '#shared/site/site-icons.ts';

/** The logo's maximum size, as a fraction of the icon's side. */
const LOGO_FRACTION = { icon: 1, touch: 0.76, maskable: 0.56 } as const;

/** @returns PNG */
export async function makeIcon(logo: Uint8Array, icon: SiteIcon): Promise<Buffer> {
  const side = SITE_ICONS[icon];
  // Every icon's name begins with its kind.
  const kind = icon.split('-')[0] as keyof typeof LOGO_FRACTION;
  const logoSide = Math.round(side * LOGO_FRACTION[kind]);
  const resizedLogo = await sharp(logo)
    .resize({ width: logoSide, height: logoSide, fit: 'inside' })
    .toBuffer();
  const background = kind === 'icon' ? { r: 0, g: 0, b: 0, alpha: 0 } : PAGE_COLOR.light;
  return sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input: resizedLogo }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** The standard size of link previews, in pixels. */
const PREVIEW_SIZE = { width: 1200, height: 630 } as const;
const MARGIN = 72;
const TEXT_WIDTH = 560;
const DEFAULT_ACCENT = '#1a5238';

const fontFile = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/fraunces/package.json')),
  '400Regular/Fraunces_400Regular.ttf',
);

/**
 * Renders the link preview: the logo, the site's name, and the home page's heading, next to the home
 * page's picture.
 *
 * @param site.hero the home page's picture, of any aspect ratio; null for none
 * @returns JPEG
 */
export async function makeShareImage(site: {
  name: string;
  heading: string;
  accent: string | null;
  logo: Uint8Array | null;
  hero: Uint8Array | null;
}): Promise<Buffer> {
  const accent = site.accent ?? DEFAULT_ACCENT;
  const name = await drawText(site.name, { size: 40, height: 110, color: '#211c17' });
  const heading = await drawText(site.heading, { size: 62, height: 330, color: '#211c17' });
  const layers: OverlayOptions[] = [
    { input: name, left: MARGIN, top: MARGIN + (site.logo === null ? 0 : 88) },
    { input: heading, left: MARGIN, top: MARGIN + (site.logo === null ? 120 : 200) },
    { input: createBar(accent), left: 0, top: PREVIEW_SIZE.height - 14 },
  ];
  if (site.logo !== null) {
    const logo = await sharp(site.logo)
      .resize({ width: 400, height: 68, fit: 'inside' })
      .toBuffer();
    layers.push({ input: logo, left: MARGIN, top: MARGIN });
  }
  if (site.hero !== null) {
    const width = PREVIEW_SIZE.width - TEXT_WIDTH - MARGIN * 2;
    const hero = await sharp(site.hero)
      .resize({ width, height: PREVIEW_SIZE.height - 14, fit: 'cover', position: 'attention' })
      .toBuffer();
    layers.push({ input: hero, left: PREVIEW_SIZE.width - width, top: 0 });
  }
  return sharp({ create: { ...PREVIEW_SIZE, channels: 3, background: PAGE_COLOR.light } })
    .composite(layers)
    .jpeg({ quality: 84 })
    .toBuffer();
}

function createBar(color: string) {
  return {
    create: { width: PREVIEW_SIZE.width, height: 14, channels: 3 as const, background: color },
  };
}

/** Renders text in the display font, at the largest size that fits. Crops text that is still too long. */
async function drawText(
  text: string,
  { size, height, color }: { size: number; height: number; color: string },
): Promise<Buffer> {
  // Pango parses markup, so special characters are escaped.
  const escapedText = text.replaceAll(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
  for (let points = size; ; points -= 8) {
    const image = sharp({
      text: {
        text: `<span foreground="${color}">${escapedText}</span>`,
        font: `Fraunces ${points}`,
        fontfile: fontFile,
        width: TEXT_WIDTH,
        rgba: true,
        wrap: 'word-char',
      },
    }).png();
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    const isSmallest = points <= 16;
    if (info.height <= height && info.width <= TEXT_WIDTH) return data;
    if (isSmallest) {
      return sharp(data)
        .extract({
          left: 0,
          top: 0,
          width: Math.min(info.width, TEXT_WIDTH),
          height: Math.min(info.height, height),
        })
        .toBuffer();
    }
  }
}
