import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS } from '#shared/audit-actions.ts';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { toQueryString } from '../../api/api-client.ts';
import { useListNavigation } from '../../api/page-data/list-url.ts';
import { ListBody, ListHeader } from '../../data-list/list-frame.tsx';
import { useDownload } from '../../session/use-download.ts';
import { Button } from '../../ui/actions/button.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { auditFilters, auditQuery, type AuditSearch, readAuditSearch } from './audit-queries.ts';
import { AuditTable } from './audit-table.tsx';

const ACTIONS = [
  { value: '', label: 'All actions' },
  ...AUDIT_ACTION_NAMES.map((value) => ({ value, label: AUDIT_ACTIONS[value] })),
];

/** The audit log, for admins (docs/product/audit-log.md). */
export function AuditList() {
  const [params] = useSearchParams();
  const search = readAuditSearch(params);
  const heading = useRef<HTMLHeadingElement>(null);
  const entries = useQuery({ ...auditQuery(search), placeholderData: keepPreviousData });
  const { data } = entries;
  const filters = auditFilters(search);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const download = useDownload({
    path: `/audit.csv${toQueryString(filters)}`,
    name: 'audit-log.csv',
    failure: 'The audit log could not be exported. Please try again.',
  });
  return (
    <>
      <ListHeader
        title="Audit Log"
        headingRef={heading}
        count={data === undefined ? null : countOf(data.totalCount, 'entry', 'entries')}
        action={
          <Button variant="secondary" onClick={download.start} busy={download.isPending}>
            <Download aria-hidden="true" className="size-4" />
            Export CSV
          </Button>
        }
      >
        <Filters search={search} isFiltered={isFiltered} />
      </ListHeader>
      <ListBody
        list={entries}
        failure="Could not load the audit log."
        thumbnail="none"
        empty={
          <EmptyState
            icon={<ScrollText aria-hidden="true" className="size-7" strokeWidth={1.5} />}
            title={isFiltered ? 'No matching entries' : 'Nothing recorded yet'}
          >
            Actions such as role changes and deletions are recorded here.
          </EmptyState>
        }
        pages={{
          label: 'Pages of the audit log',
          page: search.page,
          hrefOf: (page) => pagePaths.auditLog({ ...search, page }),
        }}
      >
        {(items) => <AuditTable entries={items} stale={entries.isPlaceholderData} />}
      </ListBody>
    </>
  );
}

function Filters({ search, isFiltered }: { search: AuditSearch; isFiltered: boolean }) {
  const goTo = useListNavigation();
  const set = (changed: Partial<AuditSearch>) =>
    goTo(pagePaths.auditLog({ ...search, ...changed, page: 1 }));
  return (
    <>
      <Field label="Action" className="max-sm:basis-full sm:w-60">
        {(control) => (
          <Select
            {...control}
            options={ACTIONS}
            value={search.action}
            onChange={({ target }) =>
              set({ action: AUDIT_ACTION_NAMES.find((name) => name === target.value) ?? '' })
            }
          />
        )}
      </Field>
      <DayFilter
        label="From"
        value={search.from}
        max={search.to}
        onChange={(from) => set({ from })}
      />
      <DayFilter label="To" value={search.to} min={search.from} onChange={(to) => set({ to })} />
      {isFiltered && (
        <LinkButton variant="secondary" href={pagePaths.auditLog()} className="self-end">
          Clear filters
        </LinkButton>
      )}
    </>
  );
}

function DayFilter({
  label,
  onChange,
  ...range
}: {
  label: string;
  /** A day, YYYY-MM-DD; '' for no filter. */
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}) {
  return (
    <Field label={label} className="flex-1 sm:flex-none">
      {(control) => (
        <Input
          {...control}
          {...range}
          type="date"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
