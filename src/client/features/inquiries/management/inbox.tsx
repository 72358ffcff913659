import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Inbox from 'lucide-react/icons/inbox';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { InquirySummary } from '#shared/schemas/inquiry.ts';
import { ListPages } from '../../../data-list/list-frame.tsx';
import { OfficeScopeSwitch, useScope } from '../../../session/scope-switch.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Badge } from '../../../ui/blocks/badge.tsx';
import { cx } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { InquiryRow } from '../inquiry-row.tsx';
import { STAGE_LABELS } from '../stage-labels.ts';
import { AdminScopeSwitch } from './everyone/admin-scope-switch.tsx';
import { InboxFilters } from './inbox-filters.tsx';
import { type InboxSearch, readInboxSearch, inboxQuery } from './inbox-queries.ts';
import { OpenInquiry } from './open-inquiry.tsx';

/** Returns the URL of the inbox after a change. */
function hrefWith(search: InboxSearch, changed: Partial<InboxSearch>): string {
  const { page, ...rest } = { ...search, ...changed };
  return pagePaths.manageInquiries({ ...rest, ...(page > 1 ? { page: String(page) } : {}) });
}

/**
 * The inbox of an agent or admin, or of an office for its manager: the list and the open
 * conversation, side by side on wide screens.
 */
export function InquiryInbox({ isAdmin }: { isAdmin: boolean }) {
  const [params] = useSearchParams();
  const scope = useScope();
  const search: InboxSearch = {
    ...readInboxSearch(params),
    // Admins need `own` in links to their inbox because all inquiries are their default.
    scope: scope === 'office' || isAdmin ? scope : '',
  };
  const list = useQuery({ ...inboxQuery(search), placeholderData: keepPreviousData });
  const { data, isError, isFetching, isPlaceholderData, refetch, dataUpdatedAt } = list;
  const rows = useRef<HTMLUListElement>(null);
  const isFiltered = search.stage !== '' || search.searchTerm !== '' || search.unread !== '';
  const isOpen = search.id !== '';
  const conversation = useRef<HTMLDivElement>(null);
  useFocusOnSwitch(isOpen ? conversation : rows);
  const navigate = useNavigate();
  useFirstUnread(list, isOpen, (id) => {
    void navigate(hrefWith(search, { id }), { replace: true, preventScrollReset: true });
  });
  const isEmpty = data?.totalCount === 0 && !isFiltered && !isOpen;
  return (
    <>
      <div
        className={cx(
          'flex flex-wrap items-center justify-between gap-3',
          isOpen && 'max-lg:sr-only',
        )}
      >
        <div className="flex items-baseline gap-x-3">
          <h1 className="display text-xl">Inquiries</h1>
          <output className="text-sm text-ink-soft figures">
            {data === undefined ? '' : countOf(data.totalCount, 'inquiry', 'inquiries')}
          </output>
        </div>
        {isAdmin ? (
          <AdminScopeSwitch scope="own" />
        ) : (
          <OfficeScopeSwitch
            scope={scope}
            hrefOf={(to) => pagePaths.manageInquiries(to === 'office' ? { scope: to } : {})}
          />
        )}
      </div>
      <div
        className={cx(
          'mt-5 grid grid-cols-1 gap-6',
          !isEmpty && 'lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[380px_minmax(0,1fr)]',
        )}
      >
        <div className={cx('min-w-0', isOpen && 'max-lg:hidden')}>
          {!isEmpty && (
            <InboxFilters
              search={search}
              hrefWith={(changed) => hrefWith(search, changed)}
              onSearched={() => rows.current?.focus()}
            />
          )}
          {data === undefined && isError && (
            <LoadError
              title={
                scope === 'office'
                  ? 'Could not load your office’s inquiries'
                  : 'Could not load your inquiries'
              }
              isRetrying={isFetching}
              onRetry={() => void refetch()}
            >
              Please try again in a moment.
            </LoadError>
          )}
          {data === undefined && !isError && <RowsSkeleton />}
          {data?.totalCount === 0 && (
            <EmptyState
              icon={<Inbox aria-hidden="true" className="size-7" strokeWidth={1.5} />}
              title={isFiltered ? 'No matching inquiries' : 'No inquiries yet'}
              actions={
                isFiltered && (
                  <LinkButton
                    href={pagePaths.manageInquiries({ scope: search.scope })}
                    variant="secondary"
                  >
                    Show all
                  </LinkButton>
                )
              }
            >
              {isFiltered
                ? 'Try different filters.'
                : scope === 'office'
                  ? 'New questions about your office’s homes show up here.'
                  : 'New questions about your homes show up here.'}
            </EmptyState>
          )}
          <ul
            key={search.page}
            ref={rows}
            tabIndex={-1}
            aria-label="Inquiries"
            aria-busy={isPlaceholderData || undefined}
            className={cx(
              // Next to the conversation, the list scrolls separately so that the conversation
              // stays in place.
              '-mx-1 mt-3 flex flex-col gap-0.5 p-1 outline-none lg:max-h-[max(20rem,calc(100dvh-18rem))] lg:overflow-y-auto',
              isPlaceholderData && 'dimmed',
            )}
          >
            {data?.items.map((inquiry) => (
              <InquiryRow
                key={inquiry._id}
                inquiry={inquiry}
                title={inquiry.name}
                subtitle={
                  scope === 'office'
                    ? `${inquiry.property.title}, ${inquiry.agent.name}`
                    : inquiry.property.title
                }
                side="agent"
                href={hrefWith(search, { id: inquiry._id })}
                isOpen={inquiry._id === search.id}
                now={new Date(dataUpdatedAt)}
                badge={
                  inquiry.stage !== undefined && (
                    <Badge tone={inquiry.stage === 'new' ? 'clay' : 'plain'}>
                      {STAGE_LABELS[inquiry.stage]}
                    </Badge>
                  )
                }
              />
            ))}
          </ul>
          {data !== undefined && (
            <ListPages
              label="Pages of inquiries"
              page={search.page}
              list={data}
              hrefOf={(page) => hrefWith(search, { page, id: '' })}
            />
          )}
        </div>
        <div ref={conversation} tabIndex={-1} className="min-w-0 outline-none">
          {data?.totalCount === 0 && !isOpen ? null : isOpen ? (
            <>
              <Link
                href={hrefWith(search, { id: '' })}
                className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold lg:hidden"
              >
                <ArrowLeft aria-hidden="true" className="size-4" />
                Inquiries
              </Link>
              <OpenInquiry key={search.id} id={search.id} />
            </>
          ) : (
            <p className="rounded-md border border-line px-6 py-16 text-center text-ink-soft max-lg:hidden">
              Select an inquiry (or press J).
            </p>
          )}
        </div>
      </div>
    </>
  );
}

/** The minimum width that shows the conversation next to the list. */
const WIDE_SCREEN_QUERY = '(width >= 64rem)';

/**
 * On narrow screens, moves focus when the list or the conversation replaces the other, because
 * the focused link is then hidden.
 */
function useFocusOnSwitch(shown: RefObject<HTMLElement | null>): void {
  const previous = useRef(shown);
  useEffect(() => {
    if (previous.current === shown) return;
    previous.current = shown;
    if (!matchMedia(WIDE_SCREEN_QUERY).matches) shown.current?.focus({ preventScroll: true });
  }, [shown]);
}

/** Opens the first unread conversation when the inbox loads, if there is room next to the list. */
function useFirstUnread(
  { data, isFetching }: { data?: { items: InquirySummary[] } | undefined; isFetching: boolean },
  isOpen: boolean,
  open: (id: string) => void,
): void {
  const hasChecked = useRef(isOpen);
  const onUnread = useEffectEvent((id: string) => {
    if (!isOpen) open(id);
  });
  useEffect(() => {
    if (hasChecked.current || data === undefined || isFetching) return;
    // Inquiries that arrive later are not opened automatically.
    hasChecked.current = true;
    const unread = data.items.find(({ isRead }) => !isRead);
    if (unread !== undefined && matchMedia(WIDE_SCREEN_QUERY).matches) onUnread(unread._id);
  }, [data, isFetching]);
}

function RowsSkeleton() {
  return (
    <output className="mt-3 flex flex-col gap-3">
      <span className="sr-only">Loading...</span>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-18 w-full" />
      ))}
    </output>
  );
}
