import { useQuery } from '@tanstack/react-query';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { unavailableLabel } from '#shared/properties/home-words.ts';
import { apiQuery } from '../../api/api-queries.ts';
import { PropertyCard } from '../../property-cards/property-card.tsx';
import { summarize } from '../../property-cards/property-summary.ts';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { useHydrated } from '../../ui/timing/use-hydrated.ts';
import { PageSpinner } from '../../ui/waiting/page-spinner.tsx';
import { isMissing, ShortlistMissing, ShortlistPending } from './shortlist-states.tsx';

/**
 * A shortlist opened by its view-only link, without people or comments. The server renders only a
 * spinner, and the browser loads the list.
 *
 * @param props.token '' when the URL has none
 */
export function SharedShortlist({ token }: { token: string }) {
  const isHydrated = useHydrated();
  const query = useQuery({
    ...apiQuery('GET /shared-shortlists', { query: { token } }),
    enabled: isHydrated && token !== '',
  });
  if (!isHydrated) return <PageSpinner />;
  if (token === '' || isMissing(query.error)) {
    return (
      <ShortlistMissing
        title="This link does not work"
        actions={<LinkButton href={pagePaths.forSale()}>Browse homes</LinkButton>}
      >
        It may be incomplete or turned off. Please ask for a new one.
      </ShortlistMissing>
    );
  }
  if (query.data === undefined) return <ShortlistPending query={query} />;
  const { name, homes } = query.data;
  return (
    <div className="column pt-8 pb-20 lg:pt-12">
      <p className="eyebrow mb-2">Shared shortlist</p>
      <h1 className="display text-xl [overflow-wrap:anywhere]">{name}</h1>
      <output className="mt-2 mb-8 block text-ink-soft">{countOf(homes.length, 'home')}</output>
      <ul className="grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {homes.map(({ property, votes }) => (
          <li key={property._id}>
            <PropertyCard property={summarize(property)} level={2} />
            <p className="figures mt-3 text-sm text-ink-soft">
              {unavailableLabel(property) !== null && (
                <strong className="font-semibold text-clay">{unavailableLabel(property)}. </strong>
              )}
              {votes.yes} yes, {votes.no} no
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
