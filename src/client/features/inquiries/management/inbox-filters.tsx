import Download from 'lucide-react/icons/download';
import { useNavigate } from 'react-router';
import { SEARCH_DEBOUNCE_MS } from '#shared/limits.ts';
import { toQueryString } from '../../../api/api-client.ts';
import { useDownload } from '../../../session/use-download.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { STAGE_LABELS, STAGES } from '../stage-labels.ts';
import type { InboxSearch } from './inbox-queries.ts';

const STAGE_OPTIONS = [
  { value: '', label: 'All stages' },
  ...STAGES.map((value) => ({ value, label: STAGE_LABELS[value] })),
];

export interface InboxFiltersProps {
  search: InboxSearch;
  hrefWith: (changed: Partial<InboxSearch>) => string;
  /** Called when Enter is pressed in the search, to move focus to the list. */
  onSearched: () => void;
}

/** The inbox filters and the CSV export. */
export function InboxFilters({ search, hrefWith, onSearched }: InboxFiltersProps) {
  const navigate = useNavigate();
  const { stage, searchTerm, unread, scope } = search;
  const csvDownload = useDownload({
    path: `/inquiries.csv${toQueryString({ stage, searchTerm, unread, scope })}`,
    name: 'inquiries.csv',
    failure: 'The inquiries could not be exported. Please try again.',
  });
  const change = (changed: Partial<InboxSearch>) =>
    void navigate(hrefWith({ ...changed, page: 1 }), { preventScrollReset: true, replace: true });
  return (
    <div className="flex flex-col gap-2">
      <SearchBox
        label="Search inquiries"
        placeholder="Search name, email, home..."
        value={search.searchTerm}
        delayMs={SEARCH_DEBOUNCE_MS}
        onSearch={(searchTerm) => change({ searchTerm })}
        onEnter={onSearched}
      />
      <div className="flex items-center gap-2">
        <Select
          aria-label="Stage"
          className="min-w-0 flex-1"
          value={search.stage}
          options={STAGE_OPTIONS}
          onChange={(event) =>
            change({ stage: STAGES.find((stage) => stage === event.target.value) ?? '' })
          }
        />
        <Checkbox
          label="Unread"
          checked={search.unread === 'true'}
          data-key="u"
          onChange={(event) => change({ unread: event.target.checked ? 'true' : '' })}
        />
        <IconButton
          label="Export as CSV"
          data-key="e"
          icon={<Download aria-hidden="true" className="size-5" />}
          aria-disabled={csvDownload.isPending}
          onClick={csvDownload.isPending ? undefined : csvDownload.start}
        />
      </div>
    </div>
  );
}
