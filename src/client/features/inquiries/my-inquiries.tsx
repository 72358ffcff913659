import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useSearchParams } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { countPages, readPage } from '../../api/page-data/list-url.ts';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Link } from '../../ui/actions/link.tsx';
import { cx } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { Pagination } from '../../ui/tables/pagination.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { OpenConversation } from './open-conversation.tsx';
import { inquiryQuery, myInquiriesQuery } from './inquiry-queries.ts';
import { InquiryRow } from './inquiry-row.tsx';

/** The account's own inquiries: the list next to the open conversation. */
export function MyInquiries() {
  const [params] = useSearchParams();
  const id = params.get('id');
  const page = readPage(params);
  const list = useQuery({ ...myInquiriesQuery(page), placeholderData: keepPreviousData });
  const { data, isError, isFetching, refetch, dataUpdatedAt } = list;
  return (
    <div className="column py-8 lg:py-12">
      <h1 className={cx('display text-xl', id !== null && 'max-lg:sr-only')}>My Inquiries</h1>
      {data === undefined && isError && (
        <LoadError
          title="Could not load your inquiries"
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        >
          Please try again in a moment.
        </LoadError>
      )}
      {data?.totalCount === 0 && id === null ? (
        <EmptyState
          icon={<MessageCircle aria-hidden="true" className="size-7" strokeWidth={1.5} />}
          title="No inquiries yet"
          actions={<LinkButton href={pagePaths.forSale()}>See homes for sale</LinkButton>}
        >
          Open a home and choose “Ask about this home.” Replies will show up here.
        </EmptyState>
      ) : (
        <div className="mt-6 grid grid-cols-1 gap-8 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <div className={cx(id !== null && 'max-lg:hidden')}>
            {data === undefined && !isError && <RowsSkeleton />}
            <ul className="-mx-3 flex flex-col gap-1">
              {data?.items.map((inquiry) => (
                <InquiryRow
                  key={inquiry._id}
                  inquiry={inquiry}
                  title={inquiry.property.title}
                  subtitle={inquiry.agent.name}
                  side="sender"
                  href={pagePaths.inquiries({ id: inquiry._id, page })}
                  isOpen={inquiry._id === id}
                  now={new Date(dataUpdatedAt)}
                />
              ))}
            </ul>
            {data !== undefined && (
              <Pagination
                page={page}
                pageCount={countPages(data.totalCount)}
                hrefOf={(other) => pagePaths.inquiries({ page: other })}
                label="Pages of inquiries"
                className="mt-6"
              />
            )}
          </div>
          <div className="min-w-0">
            {id === null ? (
              <p className="text-ink-soft max-lg:hidden">Choose a conversation.</p>
            ) : (
              <>
                <Link
                  href={pagePaths.inquiries({ page })}
                  className="mb-4 inline-flex min-h-11 items-center gap-2 font-semibold lg:hidden"
                >
                  <ArrowLeft aria-hidden="true" className="size-4" />
                  My Inquiries
                </Link>
                <OpenConversation key={id} query={inquiryQuery(id)} />
              </>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

function RowsSkeleton() {
  return (
    <output className="flex flex-col gap-3">
      <span className="sr-only">Loading...</span>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16 w-full" />
      ))}
    </output>
  );
}
