/** What the desk of properties asks and changes (spec section 7). */

import { pagePaths } from '#shared/page-paths.ts';
import { PROPERTY_STATUSES, type PropertyStatus } from '#shared/property-choices.ts';
import { listQuery } from '../../../api/query-client.ts';
import { readChoice, readPage, readSearchTerm } from '../../../desk/desk-address.ts';

/** What the address of the desk says. */
export interface PropertySearch {
  searchTerm: string;
  status: PropertyStatus | '';
  /** 'true' is active, 'false' sold or rented (spec section 2, Admin property management). */
  availability: 'true' | 'false' | '';
  /** Whose listings alone; '' for everybody's. */
  agentId: string;
  /** From 1. */
  page: number;
}

export function readPropertySearch(search: URLSearchParams): PropertySearch {
  const agentId = search.get('agentId') ?? '';
  return {
    searchTerm: readSearchTerm(search),
    status: readChoice(search, 'status', PROPERTY_STATUSES),
    availability: readChoice(search, 'availability', ['true', 'false']),
    agentId: /^\d{1,18}$/.test(agentId) ? agentId : '',
    page: readPage(search),
  };
}

/** The address of a search; without `page` its first page. */
export function propertySearchHref(
  search: Omit<PropertySearch, 'page'> & { page?: number },
): string {
  return pagePaths.manageProperties(search);
}

const ALL_PROPERTIES = 'GET /properties/all';

export function allPropertiesQuery(search: PropertySearch) {
  const { searchTerm, status, availability, agentId, page } = search;
  return listQuery(ALL_PROPERTIES, {
    query: {
      searchTerm: searchTerm || undefined,
      status: status || undefined,
      availability: availability || undefined,
      agentId: agentId || undefined,
      page: page === 1 ? undefined : page,
    },
  });
}
