/**
 * Open houses for calendars: a file for each open house and a feed for each search
 * (docs/product/open-houses.md, Calendars).
 */

import { MAX_OPEN_HOUSE_FEED_ENTRIES } from '#shared/tour-limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { SearchQuery } from '#shared/schemas/properties/property-filter.ts';
import type { Database } from '../../database/database.ts';
import { notFound } from '../../errors/app-error.ts';
import { searchByWords } from '../properties/search/search-by-words.ts';
import { withSearchTime, withCostRates } from '../properties/search/search-conditions.ts';
import type { SuggestSpellings } from '../properties/search/spelling-suggestions.ts';
import { type CalendarEntry, writeCalendar } from '../tours/calendar-serializer.ts';
import {
  findOpenHouseEntry,
  findOpenHouseEntries,
  type OpenHouseEntry,
} from './open-house-feed-repository.ts';

/** How often calendar apps should refresh the feed. */
const REFRESH_MINUTES = 60;

/**
 * @param options.publicUrl without a trailing slash
 * @param options.costRates the rates for the filter `maxMonthly`
 */
export function createOpenHouseFeedService(options: {
  readDb: Database;
  now: () => Date;
  publicUrl: () => string;
  siteName: () => Promise<string>;
  costRates: CostRates;
  suggestSpellings: SuggestSpellings;
}) {
  const { readDb, now, publicUrl, suggestSpellings } = options;

  const toEntry = (openHouse: OpenHouseEntry): CalendarEntry => ({
    uid: openHouse.calendarUid,
    // An open house cannot be changed, only canceled.
    sequence: 0,
    start: openHouse.start,
    end: openHouse.end,
    summary: `Open house: ${openHouse.title}`,
    location: openHouse.location,
    ...(openHouse.note === null ? {} : { description: openHouse.note }),
    url: publicUrl() + pagePaths.property(openHouse.propertyId),
    status: 'CONFIRMED',
    organizer: { name: openHouse.agentName, email: openHouse.agentEmail },
    changedAt: openHouse.createdAt,
  });

  return {
    /**
     * Returns the calendar file of a current or upcoming open house of an available listing.
     *
     * @throws AppError NOT_FOUND
     */
    async getCalendar(id: string): Promise<string> {
      const openHouse = await findOpenHouseEntry(readDb, id, now());
      if (openHouse === undefined) throw notFound('Open house not found.');
      return writeCalendar([toEntry(openHouse)], { method: 'PUBLISH' });
    },

    /**
     * Returns a calendar with the current and upcoming open houses of homes that match a search,
     * earliest first.
     */
    async getFeed({ searchTerm, ...filters }: SearchQuery): Promise<string> {
      const time = now();
      const { result } = await searchByWords(
        readDb,
        suggestSpellings,
        {
          searchTerm,
          facts: withCostRates(withSearchTime(filters, time.getTime()), options.costRates),
        },
        async (conditions) => {
          const entries = await findOpenHouseEntries(readDb, conditions, {
            now: time,
            limit: MAX_OPEN_HOUSE_FEED_ENTRIES,
          });
          return { entries, total: entries.length };
        },
      );
      return writeCalendar(result.entries.map(toEntry), {
        method: 'PUBLISH',
        name: `Open houses | ${await options.siteName()}`,
        url: publicUrl(),
        refreshMinutes: REFRESH_MINUTES,
      });
    },
  };
}
