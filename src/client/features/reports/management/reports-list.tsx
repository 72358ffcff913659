import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Flag from 'lucide-react/icons/flag';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { readChoice, readPage } from '../../../api/page-data/list-url.ts';
import { ListBody, ListHeader } from '../../../data-list/list-frame.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { ReportCard } from './report-card.tsx';
import { type ReportSearch, reportsQuery } from './report-queries.ts';

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Resolved' },
] as const;

/** Reports about listings, for admins to resolve. */
export function ReportsList() {
  const [params] = useSearchParams();
  const search: ReportSearch = {
    state: readChoice(params, 'state', ['open', 'closed']) || 'open',
    page: readPage(params),
  };
  const heading = useRef<HTMLHeadingElement>(null);
  const reports = useQuery({ ...reportsQuery(search), placeholderData: keepPreviousData });
  const { data } = reports;
  return (
    <>
      <ListHeader
        title="Reports"
        headingRef={heading}
        count={data === undefined ? null : countOf(data.totalCount, 'report')}
      >
        {STATES.map(({ value, label }) => (
          <LinkButton
            key={value}
            size="sm"
            variant={search.state === value ? 'primary' : 'secondary'}
            aria-current={search.state === value ? 'true' : undefined}
            href={pagePaths.reports({ state: value })}
          >
            {label}
          </LinkButton>
        ))}
      </ListHeader>
      <ListBody
        list={reports}
        failure="Could not load the reports."
        thumbnail="none"
        empty={
          <EmptyState
            icon={<Flag aria-hidden="true" className="size-7" strokeWidth={1.5} />}
            title={search.state === 'open' ? 'No open reports' : 'No resolved reports'}
          >
            Visitors’ reports about listings show up here.
          </EmptyState>
        }
        pages={{
          label: 'Pages of reports',
          page: search.page,
          hrefOf: (page) => pagePaths.reports({ ...search, page }),
        }}
      >
        {(items) => (
          <ul className="flex flex-col gap-4">
            {items.map((report) => (
              <ReportCard key={report._id} report={report} />
            ))}
          </ul>
        )}
      </ListBody>
    </>
  );
}
