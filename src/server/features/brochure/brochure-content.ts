/** Builds the content of a listing's brochure. The text can be in any script. */

import { formatDate } from '#shared/format/dates.ts';
import { telHref } from '#shared/format/tel.ts';
import { formatPrice } from '#shared/format/money.ts';
import { countOf, formatArea, formatNumber } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { coverOf } from '#shared/properties/cover.ts';
import { PETS_LABELS } from '#shared/properties/fact-labels.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import { unavailableLabel } from '#shared/properties/home-words.ts';

export type BrochureContent = {
  siteName: string;
  /** The site's accent color; null for the default. */
  accent: string | null;
  status: string;
  title: string;
  coverAlt: string;
  price: string;
  /** Street address, city, and state with ZIP code. */
  addressParts: string[];
  /** At most `MAX_FIGURES`. */
  figures: { name: string; value: string }[];
  description: string;
  agentLabel: string;
  agentName: string;
  /** Lines below the agent's name; `url` lets readers call a phone number. */
  contact: { text: string; url?: string }[];
  hasEqualHousing: boolean;
  url: string;
};

const MAX_FIGURES = 8;

/** @param options.publicUrl without a trailing slash */
export function toBrochure(
  property: Property,
  options: { site: PageSite; publicUrl: string },
): BrochureContent {
  const { site, publicUrl } = options;
  const { agent, attribution, address, city, state, zipCode } = property;
  const isAttributed = attribution !== null;
  const agentName = attribution?.agentName ?? attribution?.officeName ?? agent.name;
  const contact = isAttributed
    ? [attribution.agentName === null ? null : attribution.officeName, attribution.agentPhone]
    : [agent.office?.name, agent.phone, agent.email];
  const phone = isAttributed ? attribution.agentPhone : agent.phone;
  return {
    siteName: site.name,
    accent: site.accent?.color ?? null,
    status: unavailableLabel(property) ?? property.status,
    title: property.title,
    coverAlt: coverOf(property.pictures)?.text ?? `Cover of ${property.title}`,
    price: formatPrice(property.price) + (property.status === 'For Rent' ? ' a month' : ''),
    addressParts: [address, city, `${state} ${zipCode}`],
    figures: figuresOf(property).slice(0, MAX_FIGURES),
    description: property.description,
    agentLabel: isAttributed ? 'Listing courtesy of' : 'Listed by',
    agentName,
    contact: contact
      .filter((line) => typeof line === 'string')
      .map((line) =>
        line === phone ? { text: `Call ${line}`, url: telHref(line) } : { text: line },
      ),
    hasEqualHousing: site.equalHousing,
    url: publicUrl + pagePaths.property(property._id),
  };
}

function figuresOf(property: Property): { name: string; value: string }[] {
  const { bedrooms, bathrooms, sqft, propertyType, yearBuilt, lotSqft, stories } = property;
  const { parkingSpaces, hoaFee, pets, availableFrom } = property;
  const figures: [name: string, value: string | null][] = [
    ['Bedrooms', bedrooms === 0 ? 'Studio' : formatNumber(bedrooms)],
    ['Bathrooms', bathrooms === 0 ? null : formatNumber(bathrooms)],
    ['Area', sqft === 0 ? null : formatArea(sqft)],
    ['Type', propertyType],
    ['Year built', yearBuilt === null ? null : String(yearBuilt)],
    ['Lot', lotSqft === null ? null : formatArea(lotSqft)],
    [
      'Parking',
      parkingSpaces === null || parkingSpaces === 0 ? null : countOf(parkingSpaces, 'space'),
    ],
    ['HOA fee', hoaFee === null ? null : `${formatPrice(hoaFee)} a month`],
    ['Pets', pets === null ? null : PETS_LABELS[pets]],
    ['Available from', availableFrom === null ? null : formatDate(availableFrom)],
    ['Stories', stories === null ? null : formatNumber(stories)],
  ];
  return figures.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}
