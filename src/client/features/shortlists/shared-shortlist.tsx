import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { apiQuery } from '../../api/query-client.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { PropertyCard } from '../../property-cards/property-card.tsx';
import { takenWord } from '../../property-cards/property-facts.ts';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { useHydrated } from '../../ui/timing/use-hydrated.ts';
import { PageSpinner } from '../../ui/waiting/page-spinner.tsx';

/**
 * A shortlist as its view link shows it, without people and comments. The document is an empty shell: the browser fills
 * it in.
 *
 * @param props.token '' when the URL has none
 */
export function SharedShortlist({ token }: { token: string }) {
  const isHydrated = useHydrated();
  const answer = useApiQuery(apiQuery('GET /shared-shortlists', { query: { token } }), {
    enabled: isHydrated && token !== '',
  });
  if (!isHydrated) return <PageSpinner />;
  const status = answer.error?.status;
  if (token === '' || status === 404 || status === 400) {
    return (
      <>
        <h1 className="sr-only">Shortlist</h1>
        <EmptyState
          title="This link does not work"
          className="py-24"
          actions={<LinkButton href={pagePaths.forSale()}>Browse homes</LinkButton>}
        >
          <p>It may have ended, or is not complete. Please ask for a new one.</p>
        </EmptyState>
      </>
    );
  }
  if (answer.data === undefined) {
    if (!answer.isError) return <PageSpinner />;
    return (
      <>
        <h1 className="sr-only">Shortlist</h1>
        <LoadError
          title="An Error Occurred"
          isRetrying={answer.isFetching}
          onRetry={() => void answer.refetch()}
        >
          Could not load this shortlist. {answer.error.message}
        </LoadError>
      </>
    );
  }
  const { name, homes } = answer.data;
  return (
    <div className="column pt-8 pb-20 lg:pt-12">
      <p className="eyebrow mb-2">Shared shortlist</p>
      <h1 className="display text-xl [overflow-wrap:anywhere]">{name}</h1>
      <output className="mt-2 mb-8 block text-ink-soft">{countOf(homes.length, 'home')}</output>
      <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {homes.map(({ property, votes }) => (
          <li key={property._id}>
            <PropertyCard property={property} level={2} />
            <p className="figures mt-3 text-sm text-ink-soft">
              {takenWord(property) !== null && (
                <strong className="font-semibold text-clay">{takenWord(property)}. </strong>
              )}
              {votes.yes} yes, {votes.no} no
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
