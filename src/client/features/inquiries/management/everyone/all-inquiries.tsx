import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import { useSearchParams } from 'react-router';
import { formatMinutes } from '#shared/format/format-minutes.ts';
import { countOf } from '#shared/format/numbers.ts';
import { SEARCH_DEBOUNCE_MS } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { ListedInquiry } from '#shared/schemas/inquiry.ts';
import { useListNavigation } from '../../../../api/page-data/list-url.ts';
import { ListBody, ListHeader } from '../../../../data-list/list-frame.tsx';
import { actionsColumn } from '../../../../data-list/row-action.tsx';
import { LinkButton } from '../../../../ui/actions/link-button.tsx';
import { Link } from '../../../../ui/actions/link.tsx';
import { Badge } from '../../../../ui/blocks/badge.tsx';
import { SearchBox } from '../../../../ui/fields/search-box.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { EmptyState } from '../../../../ui/notices/empty-state.tsx';
import { type Column, DataTable } from '../../../../ui/tables/data-table.tsx';
import { STAGE_LABELS, STAGES } from '../../stage-labels.ts';
import { AdminScopeSwitch } from './admin-scope-switch.tsx';
import { AssignButton } from '../assign-button.tsx';
import { allInquiriesQuery, type InboxSearch, readInboxSearch } from '../inbox-queries.ts';

const STAGE_OPTIONS = [
  { value: '', label: 'All stages' },
  ...STAGES.map((value) => ({ value, label: STAGE_LABELS[value] })),
];

const hrefOf = ({ stage, searchTerm, page }: Partial<InboxSearch>) =>
  pagePaths.manageInquiries({
    ...(stage && { stage }),
    ...(searchTerm && { searchTerm }),
    ...(page !== undefined && page > 1 && { page: String(page) }),
  });

/** All inquiries, for admins (docs/product/inquiries.md, For admins). */
export function AllInquiries() {
  const [params] = useSearchParams();
  const { stage, searchTerm, page } = readInboxSearch(params);
  const search = { stage, searchTerm, page };
  const goTo = useListNavigation();
  const list = useQuery({ ...allInquiriesQuery(search), placeholderData: keepPreviousData });
  const isFiltered = stage !== '' || searchTerm !== '';
  const isEmpty = list.data?.totalCount === 0 && !isFiltered;
  return (
    <>
      <ListHeader
        title="Inquiries"
        count={list.data ? countOf(list.data.totalCount, 'inquiry', 'inquiries') : null}
        action={<AdminScopeSwitch scope="all" />}
      >
        {!isEmpty && (
          <>
            <SearchBox
              label="Search inquiries"
              placeholder="Search name, email, home..."
              value={searchTerm}
              delayMs={SEARCH_DEBOUNCE_MS}
              onSearch={(term) => goTo(hrefOf({ stage, searchTerm: term }), { typed: true })}
              className="min-w-0 flex-1 max-sm:basis-full sm:max-w-md"
            />
            <Select
              aria-label="Stage"
              className="flex-1 sm:w-44 sm:flex-none"
              value={stage}
              options={STAGE_OPTIONS}
              onChange={({ target }) =>
                goTo(
                  hrefOf({
                    searchTerm,
                    stage: STAGES.find((option) => option === target.value) ?? '',
                  }),
                )
              }
            />
          </>
        )}
      </ListHeader>
      <ListBody
        list={list}
        failure="Could not load the inquiries."
        thumbnail="none"
        empty={
          <EmptyState
            icon={<Inbox aria-hidden="true" className="size-7" strokeWidth={1.5} />}
            title={isFiltered ? 'No matching inquiries' : 'No inquiries yet'}
            actions={
              isFiltered && (
                <LinkButton href={hrefOf({})} variant="secondary">
                  Show all
                </LinkButton>
              )
            }
          >
            {isFiltered
              ? 'Try another stage or search term.'
              : 'Visitors’ inquiries to all agents show up here.'}
          </EmptyState>
        }
        pages={{
          label: 'Pages of inquiries',
          page,
          hrefOf: (to) => hrefOf({ stage, searchTerm, page: to }),
        }}
      >
        {(items) => (
          <DataTable
            caption="Inquiries"
            columns={columnsAt(new Date(list.dataUpdatedAt))}
            rows={items}
            keyOf={({ _id }) => _id}
            stale={list.isPlaceholderData}
          />
        )}
      </ListBody>
    </>
  );
}

const columnsAt = (now: Date): Column<ListedInquiry>[] => [
  {
    id: 'inquiry',
    header: 'Inquiry',
    onCard: 'header',
    cell: ({ _id, name, property }) => (
      <div className="[overflow-wrap:anywhere]">
        <Link
          href={pagePaths.manageInquiries({ id: _id })}
          className="touch-target inline-flex items-center font-semibold hover:underline"
        >
          {name}
        </Link>
        <p className="text-sm text-ink-soft">{property.title}</p>
      </div>
    ),
  },
  {
    id: 'agent',
    header: 'Agent',
    cell: ({ agent }) => <span className="[overflow-wrap:anywhere]">{agent.name}</span>,
  },
  {
    id: 'stage',
    header: 'Stage',
    cell: ({ stage }) => (
      <Badge tone={stage === 'new' ? 'clay' : 'plain'}>{STAGE_LABELS[stage]}</Badge>
    ),
  },
  {
    id: 'unanswered',
    header: 'Awaiting reply',
    cell: ({ oldestUnansweredAt }) => (
      <span className="whitespace-nowrap figures">{ageText(oldestUnansweredAt, now)}</span>
    ),
  },
  actionsColumn((inquiry) => (
    // Offsets the column's negative margin, which is meant for icons without a border.
    <div className="mr-2">
      <AssignButton inquiry={inquiry} />
    </div>
  )),
];

/** Formats how long a message has been waiting for a reply: `2 d 4 h`, or 'No' if none is waiting. */
export function ageText(since: string | null, now: Date): string {
  if (since === null) return 'No';
  return formatMinutes(Math.max(0, now.getTime() - Date.parse(since)) / 60_000);
}
