import type { PageScope } from '../../../../api/page-data/page-data.ts';
import type { Listing } from '../query/listing-url.ts';
import { countQuery } from '../query/listing-queries.ts';
import {
  countSingles,
  singleFilterSearches,
  relaxations,
  type Relaxation,
  keywordOnly,
} from '../query/relaxations.ts';

/** Counts the results of each relaxation of a search without results. */
export async function loadRelaxations(page: PageScope, listing: Listing): Promise<void> {
  const { place, filters } = listing;
  const count = (tries: Relaxation[]) =>
    Promise.all(tries.map((each) => page.prefetch(countQuery(each.place, each.filters))));
  // If the words alone match nothing, dropping filters does not help.
  const alone = keywordOnly(place, filters);
  const [ofWords] = alone === undefined ? [] : await count([alone]);
  const canHelp = (tries: Relaxation[]) =>
    ofWords?.totalCount === 0
      ? tries.filter((each) => each.place !== place || each.filters.searchTerm === '')
      : tries;
  const all = relaxations(place, filters);
  const singles = canHelp(all.slice(0, countSingles(filters)));
  const [ofSingles] = await Promise.all([
    count(singles),
    count(canHelp(all).filter((each) => !singles.includes(each))),
  ]);
  if (ofSingles.every((found) => found?.totalCount === 0))
    await count(canHelp(singleFilterSearches(place, filters)));
}
