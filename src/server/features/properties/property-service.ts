/** Public queries for listings. */

import type { CostRates } from '#shared/monthly-cost.ts';
import { type Actor, can, hasRoleFor } from '#shared/permissions.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import type { PropertyFilter } from '#shared/schemas/properties/property-filter.ts';
import type { HistoryEntry } from '#shared/schemas/properties/property-history.ts';
import { createBatch } from '../../concurrency/batch.ts';
import type { Database } from '../../database/database.ts';
import { notFound } from '../../errors/app-error.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import { RawJson } from '../../http/endpoints/raw-json.ts';
import { findOwner } from './management/property-repository.ts';
import { readHistory } from './property-history-repository.ts';
import { readEachProperty, readPropertyList } from './property-serializer.ts';
import { type CacheOptions, createFindPage } from './search/search.ts';
import { findSimilar } from './search/similar-homes.ts';
import { atTime, withCostRates } from './search/search-conditions.ts';
import { searchByWords } from './search/search-by-words.ts';
import type { SuggestSpellings } from './search/spelling-suggestions.ts';
import { wordsFoundBy } from './search/word-search.ts';

/** One page of a search. `searchedFor` is the corrected text if spelling suggestions were used. */
export type SearchResult = {
  properties: RawJson;
  /** The ids of the listings. */
  ids: readonly string[];
  total: number;
  searchedFor: string | null;
};

export type PropertyService = ReturnType<typeof createPropertyService>;

/**
 * @param readDb for public reads: a replica if there is one
 * @param options see createFindPage
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
  // Separate batches: signed-in users read from the primary.
  const findOne = { visitor: createFindOne(), signedIn: createFindOne() };

  return {
    /**
     * Searches the available listings (docs/product/listings.md, Search). Every word must match;
     * without a match, spelling suggestions replace the words that no listing has.
     */
    async search(filter: PropertyFilter, cacheOptions: CacheOptions): Promise<SearchResult> {
      const { page: _page, limit: _limit, sort, searchTerm, ...filters } = filter;
      const facts = withCostRates(atTime(filters, now()), options.costRates);
      if ((filter.minPrice ?? 0) > (filter.maxPrice ?? Infinity))
        return { properties: new RawJson('[]'), ids: [], total: 0, searchedFor: null };

      const { result, replaced } = await searchByWords(
        readDb,
        (db, text) => suggestSpellings(db, text, cacheOptions),
        { searchTerm, facts },
        (conditions) =>
          findPage(readDb, { conditions, sort, slice: toSlice(filter) }, cacheOptions),
      );
      const { ids, total } = result;
      const properties = await readPropertyList(readDb, ids, 'available', new Date(now()));
      if (replaced === null) return { properties, ids, total, searchedFor: null };
      const searchedFor = await wordsFoundBy(readDb, replaced, ids[0]);
      return { properties, ids, total, searchedFor: searchedFor.join(' ') };
    },

    /** Returns listings by id, in that order, available or not; missing ones are omitted. */
    async listByIds(ids: readonly string[]): Promise<RawJson> {
      return readPropertyList(readDb, ids, 'published', new Date(now()));
    },

    /** Returns the same as objects, for features that embed listings. */
    async findByIds(ids: readonly string[]): Promise<Property[]> {
      const { text } = await readPropertyList(readDb, ids, 'published', new Date(now()));
      // PostgreSQL's JSON matches `propertySchema`; endpoint tests check it.
      return JSON.parse(text) as Property[];
    },

    /**
     * Returns the price and status history of a listing, newest first.
     *
     * @throws AppError NOT_FOUND
     */
    async history(id: string): Promise<HistoryEntry[]> {
      const entries = await readHistory(readDb, id);
      if (entries === undefined) throw notFound('Property not found.');
      return entries;
    },

    /**
     * Returns available listings similar to a given one, which can be unavailable.
     *
     * @throws AppError NOT_FOUND
     */
    async listSimilar(id: string): Promise<RawJson> {
      const found = await findSimilar(readDb, id, new Date(now()));
      if (found === undefined) throw notFound('Property not found.');
      return found;
    },

    /**
     * Returns a published listing, available or not, or any listing that the actor can change.
     *
     * @throws AppError NOT_FOUND
     */
    async get(
      id: string,
      { bypassCache }: CacheOptions,
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
      const property = await findOne[bypassCache ? 'signedIn' : 'visitor'](id);
      if (property === undefined) throw notFound('Property not found.');
      return { listing: property, isPrivate: false };
    },
  };
}
