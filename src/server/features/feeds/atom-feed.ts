/** Writes listings as an Atom feed (RFC 4287). */

import { coverOf } from '#shared/properties/cover.ts';
import { formatPrice } from '#shared/format/money.ts';
import { formatArea } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { bathsText, bedsText } from '#shared/properties/home-words.ts';
import { attributionLines } from '#shared/properties/listed-by.ts';
import { UNDER_CONTRACT_LABELS } from '#shared/property-choices.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { truncateText } from '#shared/search-term.ts';
import { escapeMarkup } from '../../http/bodies/escape-markup.ts';
import { imagePathUpTo } from '../../storage/image-paths.ts';
import type { FeedSearch } from './feed-filters.ts';

/** The widest picture in an entry, in pixels. */
const MAX_PICTURE_WIDTH = 960;

/** The maximum length of an entry's description. Full descriptions could make a feed several megabytes long. */
const MAX_DESCRIPTION_LENGTH = 2_000;

/** The update time of a feed without entries. */
const EPOCH = new Date(0).toISOString();

/** Returns the time of the latest change to any listing; undefined if there are none. */
export const lastChange = (listings: readonly Property[]): string | undefined =>
  listings
    .map(({ updatedAt }) => updatedAt)
    .reduce<string | undefined>(
      (last, at) => (last === undefined || at > last ? at : last),
      undefined,
    );

/** @param site.publicUrl without a trailing slash */
export function writeAtomFeed(
  { query, title }: FeedSearch,
  listings: readonly Property[],
  site: { name: string; publicUrl: string },
): string {
  const { publicUrl } = site;
  const self = `/feed.atom${query}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
${element('id', tagUri(publicUrl, self))}
${element('title', `${title} | ${site.name}`)}
${element('updated', lastChange(listings) ?? EPOCH)}
<author>${element('name', site.name)}</author>
${link('self', 'application/atom+xml', publicUrl + self)}
${link('alternate', 'text/html', publicUrl + pagePaths.home())}
${listings.map((listing) => writeEntry(listing, publicUrl)).join('\n')}
</feed>
`;
}

function writeEntry(listing: Property, publicUrl: string): string {
  const path = pagePaths.property(listing._id);
  const { title, city, state, updatedAt, createdAt } = listing;
  return `<entry>
${element('id', tagUri(publicUrl, path))}
${element('title', `${priceText(listing)}: ${title}, ${city}, ${state}`)}
${element('updated', updatedAt)}
${element('published', createdAt)}
<author>${element('name', listing.agent.name)}</author>
${link('alternate', 'text/html', publicUrl + path)}
<content type="html">${escapeMarkup(contentOf(listing, publicUrl))}</content>
</entry>`;
}

/** Returns an entry's HTML: facts, address, picture, description, and attribution. */
function contentOf(listing: Property, publicUrl: string): string {
  const { bedrooms, bathrooms, sqft, propertyType, address, city, state, zipCode } = listing;
  const picture = coverOf(listing.pictures);
  const facts = [
    priceText(listing),
    listing.status,
    ...(listing.isUnderContract ? [UNDER_CONTRACT_LABELS[listing.status]] : []),
    propertyType,
    bedsText(bedrooms),
    bathsText(bathrooms),
    formatArea(sqft),
  ];
  return [
    `<p>${escapeMarkup(facts.join(' · '))}</p>`,
    `<p>${escapeMarkup(`${address}, ${city}, ${state} ${zipCode}`)}</p>`,
    ...(picture === undefined
      ? []
      : [
          `<p><img src="${escapeMarkup(
            publicUrl + imagePathUpTo(picture.path, picture.width, MAX_PICTURE_WIDTH),
          )}" alt="${escapeMarkup(picture.text ?? '')}"></p>`,
        ]),
    `<p>${escapeMarkup(shorten(listing.description)).replaceAll('\n', '<br>')}</p>`,
    ...attributionLines(listing.attribution).map((line) => `<p>${escapeMarkup(line)}</p>`),
  ].join('');
}

const shorten = (text: string) =>
  text.length <= MAX_DESCRIPTION_LENGTH
    ? text
    : `${truncateText(text, MAX_DESCRIPTION_LENGTH - 1)}…`;

const priceText = ({ price, status }: Property) =>
  `${formatPrice(price)}${status === 'For Rent' ? '/mo' : ''}`;

const element = (name: string, text: string) => `<${name}>${escapeMarkup(text)}</${name}>`;

const link = (rel: string, type: string, href: string) =>
  `<link rel="${rel}" type="${type}" href="${escapeMarkup(href)}"/>`;

/**
 * Returns an identifier that stays the same if the site moves to HTTPS or another port (RFC 4151).
 */
const tagUri = (publicUrl: string, path: string) =>
  `tag:${new URL(publicUrl).hostname},2026:${path}`;
