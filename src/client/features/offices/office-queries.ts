/**
 * Office page queries and URL parsing (docs/product/offices.md, Pages).
 */

import { apiQuery, listQuery } from '../../api/api-queries.ts';
import { summariesQuery } from '../../property-cards/property-queries.ts';

/** The search in the URL of the office directory. */
export interface OfficesSearch {
  /** '' for all offices. */
  searchTerm: string;
  /** From 1. */
  page: number;
}

/** Fetches one page of the offices. */
export const officesQuery = ({ searchTerm, page }: OfficesSearch) =>
  listQuery('GET /offices', {
    query: { searchTerm: searchTerm || undefined, page: page === 1 ? undefined : page },
  });

/** Fetches one office by its slug. */
export const officeQuery = (slug: string) => apiQuery('GET /offices/:id', { params: { id: slug } });

/** Fetches an office's first 100 agents, sorted by name. */
export const officeAgentsQuery = (officeId: string) =>
  listQuery('GET /users/agents', { query: { officeId, limit: 100 } });

/** Fetches one page of an office's available listings. */
export const officeListingsQuery = (officeId: string, page: number) =>
  summariesQuery({ query: { officeId, page: page === 1 ? undefined : page } });
