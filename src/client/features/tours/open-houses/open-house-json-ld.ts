import { pagePaths } from '#shared/page-paths.ts';
import type { OpenHouse } from '#shared/schemas/tours/open-house.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { agentJsonLd } from '../../../seo/agent-json-ld.ts';
import { absoluteUrl } from '../../../seo/page-meta.ts';
import { postalAddress } from '../../../seo/postal-address.ts';

/** Returns open houses as schema.org Events. */
export function openHouseJsonLd(
  publicUrl: string,
  property: Property,
  openHouses: readonly OpenHouse[],
): Record<string, unknown>[] {
  return openHouses.map(({ start, end, note }) => ({
    '@type': 'Event',
    name: `Open house: ${property.title}`,
    startDate: start,
    endDate: end,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    url: absoluteUrl(publicUrl, pagePaths.property(property._id)),
    ...(note === null ? {} : { description: note }),
    organizer: agentJsonLd(publicUrl, property.agent),
    location: {
      '@type': 'Place',
      name: property.title,
      address: postalAddress(property),
    },
  }));
}
