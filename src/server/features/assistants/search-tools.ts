/** Tools that find homes and places, and summarize the market of a place. */

import { z } from 'zod';
import { formatPrice } from '#shared/format/money.ts';
import { countOf, totalOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { placeSlug, stateSlug, zipSlug } from '#shared/properties/place-slugs.ts';
import { DEFAULT_PLACE_STATUS, PROPERTY_STATUSES } from '#shared/property-choices.ts';
import {
  placeQuerySchema,
  placeSchema,
  placeSuggestionSchema,
  placeTermSchema,
} from '#shared/schemas/place.ts';
import { textSchema } from '#shared/schemas/common.ts';
import { MAX_SHORT_TEXT_LENGTH } from '#shared/limits.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { propertyFilterSchema } from '#shared/schemas/properties/property-filter.ts';
import type { PlaceService } from '../places/place-service.ts';
import type { PropertyService } from '../properties/property-service.ts';
import { homeSummarySchema, homeUrl, toLine, toSummary } from './home-outputs.ts';
import { defineTool, type Tool } from './tool.ts';
import {
  HOMES_PER_PAGE,
  advertisedFilters,
  advertisedPage,
  advertisedSort,
} from './tool-filters.ts';

type SearchToolOptions = {
  properties: Pick<PropertyService, 'search'>;
  places: Pick<PlaceService, 'suggest' | 'get'>;
  publicUrl: () => string;
};

/** Tells assistants how to widen a search without results. */
const NOTHING_FOUND =
  'No homes match. A listing must contain every word: remove words, move numbers and places into filters (city, state, maxPrice, bedrooms), or widen the filters.';

const advertisedStatus = z.enum(PROPERTY_STATUSES).optional();

export function createSearchTools({ properties, places, publicUrl }: SearchToolOptions): Tool[] {
  async function find(filter: z.output<typeof propertyFilterSchema>) {
    const pageFilter = { ...filter, limit: HOMES_PER_PAGE };
    const result = await properties.search(pageFilter, { bypassCache: false });
    // PostgreSQL serializes listings in the format of `propertySchema`.
    const homes = JSON.parse(result.properties.text) as Property[];
    const text =
      homes.length === 0
        ? NOTHING_FOUND
        : [
            `${totalOf(result.total, 'home')}, page ${filter.page}:`,
            ...homes.map((home) => toLine(home, publicUrl())),
          ].join('\n');
    return { homes, total: result.total, text };
  }

  const search = defineTool({
    name: 'search',
    title: 'Search homes by words',
    description:
      'Finds homes for sale or for rent by plain words (a street, a neighborhood, "pool", an MLS number), newest first, and by any filters. A listing must contain every word, so put numbers into filters: for "3 beds in Austin under $500,000" use city, bedrooms, and maxPrice. Returns ids, titles, and URLs; use fetch or get_home for more.',
    advertisedInput: z.object({
      query: z.string().optional().describe('Words to find in a listing; can be empty'),
      ...advertisedFilters,
      page: advertisedPage,
    }),
    input: z.preprocess(
      ({ query, ...filters }: Record<string, unknown>) => ({ ...filters, searchTerm: query }),
      propertyFilterSchema,
    ),
    output: z.object({
      results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })),
      total: z.number(),
    }),
    run: async (filter) => {
      const { homes, total, text } = await find(filter);
      const results = homes.map(({ _id, title }) => ({
        id: _id,
        title,
        url: homeUrl(publicUrl(), _id),
      }));
      return { output: { results, total }, text };
    },
  });

  const searchHomes = defineTool({
    name: 'search_homes',
    title: 'Search homes by filters',
    description: `Finds homes by place (city and state, or zipCode), status ("For Sale" or "For Rent"), price range, minimum bedrooms and bathrooms, propertyType, features, and more; sorted, ${HOMES_PER_PAGE} per page. Returns the total, and each home with price, rooms, area, address, and URL.`,
    advertisedInput: z.object({ ...advertisedFilters, sort: advertisedSort, page: advertisedPage }),
    input: propertyFilterSchema,
    output: z.object({ total: z.number(), page: z.number(), homes: z.array(homeSummarySchema) }),
    run: async (filter) => {
      const { homes, total, text } = await find(filter);
      const summaries = homes.map((home) => toSummary(home, publicUrl()));
      return { output: { total, page: filter.page, homes: summaries }, text };
    },
  });

  const findPlaces = defineTool({
    name: 'find_places',
    title: 'Find places',
    description:
      'Finds cities, ZIP codes, and street addresses that have homes by the beginning of their name ("aus", "Austin, TX", "787"); small typos are tolerated. Returns the number of homes and the URL of each place. Use the city, state, and zipCode of a result in search, search_homes, and market_of_place.',
    advertisedInput: z.object({ term: z.string(), status: advertisedStatus }),
    input: placeTermSchema,
    output: z.object({ places: z.array(placeSuggestionSchema.extend({ url: z.string() })) }),
    run: async (term) => {
      const suggestions = await places.suggest(term);
      const status = term.status ?? DEFAULT_PLACE_STATUS;
      const suggestionsWithUrls = suggestions.map((place) =>
        Object.assign(place, {
          url:
            place.propertyId === undefined
              ? publicUrl() + placePath(place, status)
              : homeUrl(publicUrl(), place.propertyId),
        }),
      );
      const lines = suggestionsWithUrls.map(
        ({ label, count, url }) => `${label}: ${countOf(count, 'home')} (${url})`,
      );
      const text = lines.length === 0 ? 'No place name starts with this term.' : lines.join('\n');
      return { output: { places: suggestionsWithUrls }, text };
    },
  });

  const marketOfPlace = defineTool({
    name: 'market_of_place',
    title: 'Market summary of a place',
    description:
      'Summarizes the available homes of one status in a city or one of its ZIP codes: the number of homes, median price, median price per square foot, median days listed, and the share with a price cut. Medians without data are null.',
    advertisedInput: z.object({
      city: z.string(),
      state: z.string().describe('Code or name: TX, Texas'),
      zipCode: z.string().optional(),
      status: advertisedStatus,
    }),
    input: placeQuerySchema.extend({
      city: textSchema('Provide a city.', 1, MAX_SHORT_TEXT_LENGTH),
      state: textSchema('Provide a state.', 1, MAX_SHORT_TEXT_LENGTH),
      zipCode: textSchema('The ZIP code must be text.', 1, MAX_SHORT_TEXT_LENGTH).optional(),
    }),
    output: placeSchema.extend({ url: z.string() }),
    run: async ({ city, state, zipCode, status }) => {
      const slugs = { city, state, ...(zipCode === undefined ? {} : { zip: zipCode }) };
      const market = await places.get(slugs, status);
      const url = publicUrl() + placePath(market, status);
      const { medianPrice, medianDaysListed } = market;
      const text = [
        `${market.label}: ${countOf(market.count, 'home')} ${status.toLowerCase()}`,
        ...(medianPrice === null ? [] : [`Median price ${formatPrice(medianPrice)}`]),
        ...(medianDaysListed === null ? [] : [`Median days listed ${medianDaysListed}`]),
        url,
      ].join('\n');
      return { output: { ...market, url }, text };
    },
  });

  return [search, searchHomes, findPlaces, marketOfPlace];
}

function placePath(
  { city, state, zipCode }: { city: string; state: string; zipCode?: string | undefined },
  status: (typeof PROPERTY_STATUSES)[number],
): string {
  const zip = zipCode === undefined ? undefined : zipSlug(zipCode);
  return pagePaths.place(status, { state: stateSlug(state), city: placeSlug(city), zip });
}
