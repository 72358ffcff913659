import { useQuery, useQueryClient } from '@tanstack/react-query';
import Building2 from 'lucide-react/icons/building-2';
import { useNavigate } from 'react-router';
import { formatNumber } from '#shared/format/numbers.ts';
import { formatMinutes } from '#shared/format/format-minutes.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { can, managedOfficeId } from '#shared/permissions.ts';
import type { AgentOffice } from '#shared/schemas/agent-office.ts';
import type { OfficeFigures } from '#shared/schemas/offices/office-stats.ts';
import type { SessionUser } from '../../../session/session-store.ts';
import { useSession } from '../../../session/session-context.tsx';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { officeChoicesQuery } from '../../../data-list/office-choices.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Card } from '../../../ui/blocks/card.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { Spinner } from '../../../ui/waiting/spinner.tsx';
import { AddMember } from './add-member.tsx';
import { NewOffice, OfficeActions } from './editor/office-actions.tsx';
import { OfficeInvitations } from './office-invitations.tsx';
import { OfficeMembers } from './office-members.tsx';
import { officeStatsQuery } from './office-dashboard-queries.ts';

/**
 * The office of a manager or member, or the one an admin chose (docs/product/offices.md,
 * Dashboard).
 *
 * @param props.selectedId the office in the URL, for admins; '' if none
 */
export function OfficeDashboard({ selectedId }: { selectedId: string }) {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  const { user } = session;
  const office = user.office ?? null;
  if (can(user, 'office:manage')) return <AdminOfficeDashboard selectedId={selectedId} />;
  return (
    <>
      <h1 className="display text-xl">Office</h1>
      {office === null ? (
        <EmptyState
          icon={<Building2 aria-hidden="true" className="size-7" strokeWidth={1.5} />}
          title="You are not in an office"
        >
          A manager or an admin can invite you by email.
        </EmptyState>
      ) : (
        <>
          <p className="mt-1 text-ink-soft [overflow-wrap:anywhere]">{office.name}</p>
          {managedOfficeId(user) === null ? (
            <Membership user={user} officeId={office._id} slug={office.slug} />
          ) : (
            <ManagedOffice office={office} isAdmin={false} />
          )}
        </>
      )}
    </>
  );
}

/** Any office, for admins. */
function AdminOfficeDashboard({ selectedId }: { selectedId: string }) {
  const navigate = useNavigate();
  const offices = useQuery(officeChoicesQuery);
  const items = offices.data ?? [];
  const id = selectedId === '' ? (items[0]?._id ?? '') : selectedId;
  const office = items.find(({ _id }) => _id === id);
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 className="display text-xl">Office</h1>
        <NewOffice />
      </div>
      {offices.data === undefined && offices.isError && (
        <LoadError
          title="Could not load the offices."
          isRetrying={offices.isFetching}
          onRetry={() => void offices.refetch()}
        >
          Please try again in a moment.
        </LoadError>
      )}
      {offices.isPending && <Spinner className="min-h-[50vh] justify-center" />}
      {offices.data?.length === 0 && (
        <EmptyState
          icon={<Building2 aria-hidden="true" className="size-7" strokeWidth={1.5} />}
          title="No offices yet"
        >
          An office has managers, members, and a public page with their homes.
        </EmptyState>
      )}
      {items.length > 0 && (
        <>
          <Field label="Office" labelHidden className="mt-4 max-w-sm">
            {(control) => (
              <Select
                {...control}
                value={id}
                options={items.map(({ _id, name }) => ({ value: _id, label: name }))}
                onChange={(event) =>
                  void navigate(pagePaths.officeDashboard({ id: event.target.value }))
                }
              />
            )}
          </Field>
          {office === undefined ? (
            <p className="mt-6 text-ink-soft">This office was deleted.</p>
          ) : (
            <ManagedOffice key={id} office={office} isAdmin />
          )}
        </>
      )}
    </>
  );
}

/** The page of a member who is not a manager. */
function Membership(props: { user: SessionUser; officeId: string; slug: string }) {
  const { user, officeId, slug } = props;
  const { updateUser } = useSession();
  const leave = useApiMutation(
    (api) =>
      api.call('DELETE /offices/:id/members/:userId', {
        params: { id: officeId, userId: user._id },
      }),
    { onSuccess: () => updateUser({ ...user, office: null, officeRole: null }) },
  );
  return (
    <Card className="mt-6 max-w-2xl p-5 sm:p-6">
      <p>
        Managers of your office see and answer your inquiries and tours, and can change your
        listings. If you leave, you keep everything, and they lose this access.
      </p>
      {leave.isError && (
        <Banner tone="error" className="mt-4">
          {failureText(leave.error, 'We couldn’t remove you from the office.')}
        </Banner>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <LinkButton href={pagePaths.office(slug)} variant="secondary">
          Public page
        </LinkButton>
        <Button
          variant="secondary"
          busy={leave.isPending}
          busyLabel="Leaving..."
          onClick={() => leave.mutate()}
        >
          Leave office
        </Button>
      </div>
    </Card>
  );
}

/** An office's statistics, members, and invitations. */
function ManagedOffice(props: { office: AgentOffice; isAdmin: boolean }) {
  const { office, isAdmin } = props;
  const id = office._id;
  const queryClient = useQueryClient();
  const stats = useQuery(officeStatsQuery(id));
  if (stats.data === undefined)
    return stats.isError ? (
      <LoadError
        title="Could not load the office."
        isRetrying={stats.isFetching}
        onRetry={() => void stats.refetch()}
      >
        Please try again in a moment.
      </LoadError>
    ) : (
      <Spinner className="min-h-[50vh] justify-center" />
    );
  const refresh = () =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => /^GET \/(offices|users)/.test(String(queryKey[0])),
    });
  return (
    <>
      <OfficeActions office={office} />
      <dl className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:gap-5 xl:grid-cols-4">
        {figuresOf(stats.data).map(([label, value]) => (
          <div key={label} className="rounded-md border border-line bg-surface px-4 py-4">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="display mt-1 text-xl figures">{value}</dd>
          </div>
        ))}
      </dl>
      <OfficeMembers officeId={id} agents={stats.data.agents} onChanged={refresh} />
      {isAdmin && <AddMember officeId={id} onChanged={refresh} />}
      <OfficeInvitations officeId={id} />
    </>
  );
}

/** Returns the labels and formatted values of the figures. */
export function figuresOf(figures: OfficeFigures): [label: string, value: string][] {
  const median = figures.medianResponseMinutes;
  return [
    ['Active Listings', formatNumber(figures.activeListings)],
    ['Under Contract', formatNumber(figures.underContract)],
    ['Sold in 90 Days', formatNumber(figures.soldLast90Days)],
    ['Inquiries in 30 Days', formatNumber(figures.inquiriesLast30Days)],
    ['Unanswered', formatNumber(figures.unanswered)],
    ['Median Response Time', median === null ? 'No replies yet' : formatMinutes(median)],
    ['Tours in 7 Days', formatNumber(figures.toursNext7Days)],
  ];
}
