import { pagePaths } from '#shared/page-paths.ts';
import type { ChosenPlace } from '../../../../forms/place-field/place-choice.ts';
import { searchHref, type SearchScope } from './listing-url.ts';
import type { PropertyFilters } from './property-filters.ts';

/**
 * Returns the URL of a suggested place: a home, or the page of a city or ZIP code with the other
 * filters. On an agent's page, returns the URL of the agent's homes there.
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
