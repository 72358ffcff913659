import type { PageScope } from '../../../../api/page-data/page-data.ts';
import type { SearchState } from '../query/listing-url.ts';
import { countQuery } from '../query/listing-queries.ts';
import {
  countSingleRelaxations,
  singleFilterSearches,
  relaxations,
  type Relaxation,
  keywordOnly,
} from '../query/relaxations.ts';

/** Prefetches the result counts of the relaxations that can help a search without results. */
export async function loadRelaxations(page: PageScope, search: SearchState): Promise<void> {
  const { scope, filters } = search;
  const count = (suggestions: Relaxation[]) =>
    Promise.all(
      suggestions.map((search) => page.prefetch(countQuery(search.scope, search.filters))),
    );
  // If the keyword alone has no results, dropping only other filters does not help.
  const keywordSearch = keywordOnly(scope, filters);
  const [keywordResult] = keywordSearch === undefined ? [] : await count([keywordSearch]);
  const filterHelpful = (suggestions: Relaxation[]) =>
    keywordResult?.totalCount === 0
      ? suggestions.filter((search) => search.scope !== scope || search.filters.searchTerm === '')
      : suggestions;
  const all = relaxations(scope, filters);
  const singles = filterHelpful(all.slice(0, countSingleRelaxations(filters)));
  const [singleResults] = await Promise.all([
    count(singles),
    count(filterHelpful(all).filter((search) => !singles.includes(search))),
  ]);
  if (singleResults.every((result) => result?.totalCount === 0))
    await count(filterHelpful(singleFilterSearches(scope, filters)));
}
