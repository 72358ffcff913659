import { useQuery } from '@tanstack/react-query';
import Mail from 'lucide-react/icons/mail';
import { mailtoHref } from '#shared/format/mailto.ts';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Office } from '#shared/schemas/offices/office.ts';
import { countPages } from '../../api/page-data/list-url.ts';
import { PropertyGrid } from '../../property-cards/property-grid.tsx';
import { CallLink } from '../../ui/actions/call-link.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Link } from '../../ui/actions/link.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { avatarSources } from '../../ui/pictures/avatar-sources.ts';
import { Pagination } from '../../ui/tables/pagination.tsx';
import { PageSpinner } from '../../ui/waiting/page-spinner.tsx';
import { OfficeLogo, officeAddress } from './office-facts.tsx';
import { officeAgentsQuery, officeListingsQuery, officeQuery } from './office-queries.ts';

/** An office with its agents and listings. */
export function OfficeProfile({ slug, page }: { slug: string; page: number }) {
  const office = useQuery(officeQuery(slug));
  if (office.isPending) return <PageSpinner />;
  if (office.isError) {
    return office.error.status === 404 ? (
      <>
        <h1 className="display text-xl">Office Not Found</h1>
        <p className="mt-2 mb-6 text-ink-soft">It may have been renamed or closed.</p>
        <LinkButton href={pagePaths.offices()}>See all offices</LinkButton>
      </>
    ) : (
      <>
        <h1 className="sr-only">Office</h1>
        <LoadError
          title="Failed to load the office."
          isRetrying={office.isFetching}
          onRetry={() => void office.refetch()}
        >
          Please try again in a moment.
        </LoadError>
      </>
    );
  }
  return (
    <>
      <ProfileHeader office={office.data} />
      <Agents office={office.data} />
      <Listings office={office.data} page={page} />
    </>
  );
}

function ProfileHeader({ office }: { office: Office }) {
  const address = officeAddress(office);
  return (
    <>
      <div className="flex flex-wrap items-center gap-5">
        <OfficeLogo logo={office.logo} className="size-20" />
        <div className="min-w-0">
          <h1 className="display text-xl [overflow-wrap:anywhere]">{office.name}</h1>
          {address !== '' && (
            <p className="mt-1 text-ink-soft [overflow-wrap:anywhere]">{address}</p>
          )}
        </div>
      </div>
      <div className="mt-5 flex flex-wrap gap-3 empty:hidden">
        <CallLink phone={office.phone} variant="secondary" />
        {office.email !== null && (
          <LinkButton href={mailtoHref(office.email)} variant="secondary">
            <Mail aria-hidden="true" className="size-4" />
            Email the office
          </LinkButton>
        )}
      </div>
      {office.about !== null && (
        <p className="measure mt-6 [overflow-wrap:anywhere] whitespace-pre-line">{office.about}</p>
      )}
    </>
  );
}

function Agents({ office }: { office: Office }) {
  const agents = useQuery(officeAgentsQuery(office._id));
  return (
    <section aria-labelledby="office-agents" className="mt-12">
      <h2 id="office-agents" className="display text-lg">
        Agents
      </h2>
      {agents.isError ? (
        <p className="mt-3 text-ink-soft">Failed to load agents.</p>
      ) : agents.data?.items.length === 0 ? (
        <p className="mt-3 text-ink-soft">No agents yet.</p>
      ) : (
        <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {agents.data?.items.map((agent) => (
            <li
              key={agent._id}
              className="relative flex items-center gap-4 rounded-md border border-line bg-surface p-4"
            >
              <Avatar name={agent.name} {...avatarSources(agent.avatar)} className="size-12" />
              <div className="min-w-0">
                <Link
                  href={pagePaths.agentListings({ agentId: agent._id, agentName: agent.name })}
                  className="block font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0"
                >
                  {agent.name}
                </Link>
                <p className="figures text-sm text-ink-soft">
                  {countOf(agent.propertyCount, 'home')}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Listings({ office, page }: { office: Office; page: number }) {
  const listings = useQuery(officeListingsQuery(office._id, page));
  return (
    <section aria-labelledby="office-listings" className="mt-12">
      <h2 id="office-listings" className="display mb-5 text-lg">
        Homes
      </h2>
      {listings.isError ? (
        <LoadError
          title="Failed to load properties."
          isRetrying={listings.isFetching}
          onRetry={() => void listings.refetch()}
        >
          Please try again in a moment.
        </LoadError>
      ) : listings.data?.items.length === 0 ? (
        <p className="text-ink-soft">This office has no listings right now.</p>
      ) : (
        <>
          <PropertyGrid properties={listings.data?.items ?? []} />
          <Pagination
            page={page}
            pageCount={countPages(listings.data?.totalCount ?? 0)}
            hrefOf={(number) => pagePaths.office(office.slug, number)}
            label="Pages of homes"
            className="mt-12"
          />
        </>
      )}
    </section>
  );
}
