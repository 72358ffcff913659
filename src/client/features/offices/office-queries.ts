/** The queries of the offices' pages, and how their URLs are read (docs/product/offices.md, Pages). */

import { apiQuery, listQuery } from '../../api/api-queries.ts';
import { summariesQuery } from '../../property-cards/property-queries.ts';

/** The search in the URL of the list of offices. */
export interface OfficesSearch {
  /** '' for all offices. */
  searchTerm: string;
  /** From 1. */
  page: number;
}

/** One page of the offices. */
export const officesQuery = ({ searchTerm, page }: OfficesSearch) =>
  listQuery('GET /offices', {
    query: { searchTerm: searchTerm || undefined, page: page === 1 ? undefined : page },
  });

/** One office by its slug. */
export const officeQuery = (slug: string) => apiQuery('GET /offices/:id', { params: { id: slug } });

/** The agents of an office; the first hundred by name. */
export const officeAgentsQuery = (officeId: string) =>
  listQuery('GET /users/agents', { query: { officeId, limit: 100 } });

/** One page of an office's available listings. */
export const officeListingsQuery = (officeId: string, page: number) =>
  summariesQuery({ query: { officeId, page: page === 1 ? undefined : page } });
