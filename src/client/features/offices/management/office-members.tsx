import UserMinus from 'lucide-react/icons/user-minus';
import { useState } from 'react';
import type { OfficeRole } from '#shared/schemas/agent-office.ts';
import type { OfficeStats } from '#shared/schemas/offices/office-stats.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { formatMinutes } from '#shared/format/format-minutes.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { actionsColumn, RowAction } from '../../../data-list/row-action.tsx';
import { failureText } from '../../../forms/failure-text.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';

type Member = OfficeStats['agents'][number];

const ROLES = [
  { value: 'manager', label: 'Manager' },
  { value: 'member', label: 'Member' },
] as const;

interface OfficeMembersProps {
  officeId: string;
  agents: readonly Member[];
  onChanged: () => void;
}

/** The members with their roles and statistics. */
export function OfficeMembers({ officeId, agents, onChanged }: OfficeMembersProps) {
  const [memberToRemove, setMemberToRemove] = useState<Member | null>(null);
  const setRole = useApiMutation(
    (api, { userId, role }: { userId: string; role: OfficeRole }) =>
      api.call('PUT /offices/:id/members/:userId', {
        params: { id: officeId, userId },
        json: { role },
      }),
    { onSettled: onChanged },
  );
  const remove = useApiMutation(
    (api, userId: string) =>
      api.call('DELETE /offices/:id/members/:userId', { params: { id: officeId, userId } }),
    { onSuccess: () => setMemberToRemove(null), onSettled: onChanged },
  );
  return (
    <section aria-labelledby="office-members" className="mt-8">
      <h2 id="office-members" className="mb-3 text-lg font-semibold">
        Members
      </h2>
      {setRole.isError && (
        <Banner tone="error" className="mb-3">
          {failureText(setRole.error, 'The role could not be changed.')}
        </Banner>
      )}
      {agents.length === 0 ? (
        <p className="text-ink-soft">No members yet.</p>
      ) : (
        <DataTable
          caption="Members"
          columns={columnsOf({
            onChoose: (userId, role) => setRole.mutate({ userId, role }),
            onRemove: setMemberToRemove,
          })}
          rows={agents}
          keyOf={({ _id }) => _id}
        />
      )}
      <AlertDialog
        open={memberToRemove !== null}
        onOpenChange={() => {
          remove.reset();
          setMemberToRemove(null);
        }}
        title="Remove from office"
        description={`${memberToRemove?.name ?? ''} keeps all listings, inquiries, and tours. Office managers will no longer see them.`}
        confirmLabel="Remove"
        busyLabel="Removing..."
        busy={remove.isPending}
        onConfirm={() => memberToRemove !== null && remove.mutate(memberToRemove._id)}
      >
        {remove.isError && (
          <Banner tone="error">
            {failureText(remove.error, 'The agent could not be removed.')}
          </Banner>
        )}
      </AlertDialog>
    </section>
  );
}

interface ColumnsProps {
  onChoose: (userId: string, role: OfficeRole) => void;
  onRemove: (member: Member) => void;
}

function columnsOf({ onChoose, onRemove }: ColumnsProps): Column<Member>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      onCard: 'header',
      cell: ({ name }) => <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>,
    },
    {
      id: 'role',
      header: 'Role',
      cell: (member) => <RoleSelect member={member} onChoose={onChoose} />,
    },
    countColumn('active', 'Active', ({ activeListings }) => activeListings),
    countColumn('contract', 'Under contract', ({ underContract }) => underContract, 'wide'),
    countColumn('sold', 'Sold (90 days)', ({ soldLast90Days }) => soldLast90Days, 'wide'),
    countColumn(
      'inquiries',
      'Inquiries (30 days)',
      ({ inquiriesLast30Days }) => inquiriesLast30Days,
    ),
    countColumn('unanswered', 'Unanswered', ({ unanswered }) => unanswered),
    {
      id: 'median',
      header: 'Response time',
      only: 'wide',
      cell: ({ medianResponseMinutes: median }) => (median === null ? '–' : formatMinutes(median)),
    },
    countColumn('tours', 'Tours (7 days)', ({ toursNext7Days }) => toursNext7Days, 'wide'),
    actionsColumn((member) => (
      <RowAction
        action="remove"
        label="Remove from office"
        rowName={member.name}
        Icon={UserMinus}
        onClick={() => onRemove(member)}
      />
    )),
  ];
}

function RoleSelect(props: { member: Member; onChoose: ColumnsProps['onChoose'] }) {
  const { member, onChoose } = props;
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      className="inline-block"
      value={member.officeRole}
      options={ROLES}
      onChange={(event) => {
        const role = ROLES.find(({ value }) => value === event.target.value)?.value;
        if (role !== undefined) onChoose(member._id, role);
      }}
    />
  );
}

function countColumn(
  id: string,
  header: string,
  valueOf: (member: Member) => number,
  only?: 'wide',
): Column<Member> {
  return {
    id,
    header,
    ...(only && { only }),
    cell: (member) => <span className="figures">{formatNumber(valueOf(member))}</span>,
  };
}
