/**
 * Renders listings as a page to embed in other sites. It has no scripts or cookies, and its links
 * open in a new tab.
 */

import { coverOf } from '#shared/properties/cover.ts';
import { formatPrice } from '#shared/format/money.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { bathsText, bedsText, cardAreaText } from '#shared/properties/home-words.ts';
import { UNDER_CONTRACT_LABELS } from '#shared/property-choices.ts';
import type { EmbedTheme } from '#shared/schemas/open/embed.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import { escapeMarkup } from '../../http/bodies/escape-markup.ts';
import { imagePathUpTo } from '../../storage/image-paths.ts';

/** The widest picture of a card, in pixels: about twice a card's usual width. */
const MAX_PICTURE_WIDTH = 640;

/** The colors are copied from the stylesheet's tokens, in pairs for light and dark mode. */
const STYLE = `
:root { color-scheme: light dark; }
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
* { box-sizing: border-box; margin: 0; }
body {
  padding: 1rem;
  background: light-dark(oklch(0.98 0.007 82), oklch(0.195 0.008 75));
  color: light-dark(oklch(0.235 0.014 65), oklch(0.935 0.012 88));
  font: 1rem/1.5 system-ui, sans-serif;
}
ul {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr));
  gap: 1rem;
  padding: 0;
  list-style: none;
}
a {
  display: block;
  height: 100%;
  border: 1px solid light-dark(oklch(0.895 0.011 82), oklch(0.315 0.01 75));
  border-radius: 0.625rem;
  overflow: hidden;
  background: light-dark(oklch(0.995 0.004 80), oklch(0.232 0.009 75));
  color: inherit;
  text-decoration: none;
}
a:hover h2 { text-decoration: underline; }
a:focus-visible, footer a:focus-visible {
  outline: 2px solid light-dark(oklch(0.5 0.13 250), oklch(0.79 0.11 245));
  outline-offset: 2px;
}
img, .no-picture { display: block; width: 100%; aspect-ratio: 4 / 3; object-fit: cover; }
.no-picture {
  display: grid;
  place-items: center;
  background: light-dark(oklch(0.955 0.01 85), oklch(0.165 0.007 75));
}
.text { padding: 0.75rem 1rem 1rem; overflow-wrap: anywhere; }
.price { font-size: 1.25rem; font-weight: 600; }
h2 { font-size: 1rem; }
.soft, .office, footer, .no-picture { color: light-dark(oklch(0.42 0.016 65), oklch(0.79 0.014 85)); }
.soft, footer { font-size: 0.875rem; }
.office { margin-top: 0.5rem; font-size: 0.75rem; }
footer { margin-top: 1rem; }
footer a { display: inline; border: 0; background: none; text-decoration: underline; }
`;

/**
 * The page's content security policy, which allows inline styles, the site's pictures, and framing
 * by any site.
 */
export const EMBED_SECURITY_POLICY = [
  `default-src 'none'`,
  `style-src 'unsafe-inline'`,
  `img-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors *`,
].join('; ');

/** @param options.publicUrl without a trailing slash */
export function writeEmbedPage(
  listings: readonly Property[],
  options: {
    title: string;
    theme: EmbedTheme;
    site: Pick<PageSite, 'name' | 'policies'>;
    publicUrl: string;
  },
): string {
  const { theme, site, publicUrl } = options;
  const title = escapeMarkup(`${options.title} | ${site.name}`);
  const cards = listings.map((listing) => writeCard(listing, site, publicUrl)).join('\n');
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${listings.length === 0 ? '<p>No homes match at the moment.</p>' : `<ul>\n${cards}\n</ul>`}
</main>
<footer>From <a href="${escapeMarkup(publicUrl)}/" target="_blank" rel="noopener">${escapeMarkup(site.name)}</a></footer>
</body>
</html>
`;
}

function writeCard(
  listing: Property,
  { policies }: Pick<PageSite, 'policies'>,
  publicUrl: string,
): string {
  const { title, city, state, status, price, propertyType } = listing;
  const officeName = listing.attribution?.officeName ?? null;
  const facts = [
    status,
    ...(listing.isUnderContract ? [UNDER_CONTRACT_LABELS[status]] : []),
    propertyType,
    bedsText(listing.bedrooms),
    bathsText(listing.bathrooms),
    cardAreaText(listing.sqft, policies.cardArea),
  ];
  return `<li><a href="${escapeMarkup(publicUrl + pagePaths.property(listing._id))}" target="_blank" rel="noopener">
${pictureOf(listing)}
<div class="text">
<p class="price">${escapeMarkup(`${formatPrice(price)}${status === 'For Rent' ? '/mo' : ''}`)}</p>
<h2>${escapeMarkup(title)}</h2>
<p>${escapeMarkup(`${city}, ${state}`)}</p>
<p class="soft">${escapeMarkup(facts.join(' · '))}</p>${
    officeName === null
      ? ''
      : `
<p class="office">${escapeMarkup(officeName)}</p>`
  }
</div>
</a></li>`;
}

/** Uses a relative URL because the policy only allows pictures from the page's own origin. */
function pictureOf({ pictures }: Property): string {
  const picture = coverOf(pictures);
  if (picture === undefined) return '<div class="no-picture">No picture yet</div>';
  const { path, width, height, text } = picture;
  const source = escapeMarkup(imagePathUpTo(path, width, MAX_PICTURE_WIDTH));
  return `<img src="${source}" alt="${escapeMarkup(text ?? '')}" width="${width}" height="${height}" loading="lazy">`;
}
