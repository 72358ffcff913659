import { pagePaths } from '#shared/page-paths.ts';
import type { ChosenPlace } from '../../../../forms/place-field/place-choice.ts';
import { searchHref, type SearchScope } from './listing-url.ts';
import type { PropertyFilters } from './property-filters.ts';

/**
 * Returns the URL of a suggested place: a home's page, or the page of a city or ZIP code. On an
 * agent's page, a city or ZIP code leads to the agent's homes there. The URL of a city or ZIP code
 * keeps all filters except the keyword, the map bounds, and the previous place.
 */
export function chosenPlaceHref(
  scope: SearchScope,
  { label, slugs, propertyId, city, state, zipCode }: ChosenPlace,
  filters: PropertyFilters,
): string {
  if (slugs === undefined) return pagePaths.property(propertyId ?? '');
  // Without bounds, the map moves to the place.
  const rest = { ...filters, searchTerm: '', bounds: '', city: '', state: '', zipCode: '' };
  return scope.kind === 'agent'
    ? searchHref(scope, {
        ...rest,
        city,
        state,
        zipCode: slugs.zip === undefined ? '' : (zipCode ?? ''),
      })
    : searchHref({ ...scope, in: { ...slugs, label } }, rest);
}
