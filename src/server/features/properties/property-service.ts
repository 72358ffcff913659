/** Reads listings for public endpoints. */

import type { CostRates } from '#shared/monthly-cost.ts';
import { type Actor, can, hasRoleFor } from '#shared/permissions.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import type { PropertyFilter } from '#shared/schemas/properties/property-filter.ts';
import type { HistoryEntry } from '#shared/schemas/properties/property-history.ts';
import { createBatch } from '../../concurrency/batch.ts';
import type { Database } from '../../database/database.ts';
import { notFound } from '../../errors/app-error.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import type { RawJson } from '../../http/endpoints/raw-json.ts';
import { findOwner } from './management/property-repository.ts';
import { readHistory } from './property-history-repository.ts';
import { readEachProperty, readPropertyList } from './property-serializer.ts';
import { createFindPage, type SearchOptions } from './search/search.ts';
import { findSimilar } from './search/similar-homes.ts';
import { withSearchTime, withCostRates } from './search/search-conditions.ts';
import { searchByWords } from './search/search-by-words.ts';
import type { SuggestSpellings } from './search/spelling-suggestions.ts';
import { findMatchedWords } from './search/word-search.ts';

/** A page of search results. `searchedFor` is the corrected text if spelling suggestions were used. */
export type SearchResult = {
  properties: RawJson;
  total: number;
  searchedFor: string | null;
};

export type PropertyService = ReturnType<typeof createPropertyService>;

/**
 * @param readDb the database for public reads: a replica if available
 * @param options see `createFindPage`
 */
export function createPropertyService(
  readDb: Database,
  options: {
    now: () => number;
    cacheVersion: () => number | null;
    isBusy: () => boolean;
    costRates: CostRates;
    suggestSpellings: SuggestSpellings;
  },
) {
  const { now } = options;
  const findPage = createFindPage(options);
  const { suggestSpellings } = options;
  const createFindOne = () =>
    createBatch((ids) => readEachProperty(readDb, ids, 'published', new Date(now())));
  // Batched separately because signed-in users read from the primary.
  const findOne = { visitor: createFindOne(), signedIn: createFindOne() };

  return {
    /**
     * Searches available listings (docs/product/listings.md, Search). Every word must match. Without a
     * match, spelling suggestions replace words that no listing contains.
     */
    async search(filter: PropertyFilter, searchOptions: SearchOptions): Promise<SearchResult> {
      const { page: _page, limit: _limit, sort, searchTerm, ...filters } = filter;
      const facts = withCostRates(withSearchTime(filters, now()), options.costRates);
      const { result, replaced } = await searchByWords(
        readDb,
        (db, text) => suggestSpellings(db, text, searchOptions),
        { searchTerm, facts },
        (conditions) =>
          findPage(readDb, { conditions, sort, slice: toSlice(filter) }, searchOptions),
      );
      const { ids, total } = result;
      const properties = await readPropertyList(readDb, ids, 'available', new Date(now()));
      if (replaced === null) return { properties, total, searchedFor: null };
      const searchedFor = await findMatchedWords(readDb, replaced, ids[0]);
      return { properties, total, searchedFor: searchedFor.join(' ') };
    },

    /** Returns available and unavailable listings in the order of the IDs. Omits missing and unpublished ones. */
    async listByIds(ids: readonly string[]): Promise<RawJson> {
      return readPropertyList(readDb, ids, 'published', new Date(now()));
    },

    /** Like `listByIds`, but returns objects, for features that embed them. */
    async findByIds(ids: readonly string[]): Promise<Property[]> {
      const { text } = await readPropertyList(readDb, ids, 'published', new Date(now()));
      // Endpoint tests check that PostgreSQL's JSON matches `propertySchema`.
      return JSON.parse(text) as Property[];
    },

    /**
     * Returns a listing's price and status history, newest first.
     *
     * @throws AppError NOT_FOUND
     */
    async getHistory(id: string): Promise<HistoryEntry[]> {
      const entries = await readHistory(readDb, id);
      if (entries === undefined) throw notFound('Property not found.');
      return entries;
    },

    /**
     * Returns available listings similar to a listing, which can be unavailable.
     *
     * @throws AppError NOT_FOUND
     */
    async listSimilar(id: string): Promise<RawJson> {
      const found = await findSimilar(readDb, id, new Date(now()));
      if (found === undefined) throw notFound('Property not found.');
      return found;
    },

    /**
     * Returns a published listing, even if unavailable, or any listing that the actor can change.
     *
     * @throws AppError NOT_FOUND
     */
    async get(
      id: string,
      { isSignedIn }: { isSignedIn: boolean },
      actor?: NonNullable<Actor>,
    ): Promise<{ listing: RawJson; isPrivate: boolean }> {
      if (actor !== undefined && hasRoleFor(actor, 'property:change')) {
        const owner = await findOwner(readDb, id);
        if (owner !== undefined && can(actor, 'property:change', owner)) {
          const managed = (await readEachProperty(readDb, [id], 'managed', new Date(now()))).get(
            id,
          );
          if (managed !== undefined) return { listing: managed, isPrivate: true };
        }
      }
      const property = await findOne[isSignedIn ? 'signedIn' : 'visitor'](id);
      if (property === undefined) throw notFound('Property not found.');
      return { listing: property, isPrivate: false };
    },
  };
}
