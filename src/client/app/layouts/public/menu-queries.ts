/** What the pages of the menu show first. Fetched when a user points at a link, since nobody needs it before. */

import { pagePaths } from '#shared/page-paths.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import type { ApiQuery } from '../../../api/query-client.ts';
import { agentsQuery } from '../../../features/agents/agents-queries.ts';
import { propertiesQuery } from '../../../features/properties/search/query/listing-queries.ts';
import { NO_FILTERS } from '../../../features/properties/search/query/property-filters.ts';

const MENU_QUERIES: Readonly<Record<string, ApiQuery<unknown>>> = {
  [pagePaths.forSale()]: homesOf('For Sale'),
  [pagePaths.forRent()]: homesOf('For Rent'),
  [pagePaths.agents()]: agentsQuery({ searchTerm: '', page: 1 }),
};

function homesOf(status: PropertyStatus) {
  return propertiesQuery({ place: { kind: 'status', status }, filters: NO_FILTERS, page: 1 });
}

/** The query of a page of the menu; undefined for those that ask for nothing, or only for what is the user's own. */
export function findMenuQuery(href: string): ApiQuery<unknown> | undefined {
  return MENU_QUERIES[href];
}
