import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { readPage } from '../../../api/page-data/list-url.ts';
import { ListBody, ListHeader } from '../../../data-list/list-frame.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { ReviewCard } from './review-card.tsx';
import { reviewsQuery } from './review-queries.ts';

/** The listings in review, oldest first (docs/product/reviews.md, Page). */
export function ReviewsList() {
  const [params] = useSearchParams();
  const page = readPage(params);
  const heading = useRef<HTMLHeadingElement>(null);
  const reviews = useQuery({ ...reviewsQuery(page), placeholderData: keepPreviousData });
  const { data } = reviews;
  return (
    <>
      <ListHeader
        title="Reviews"
        headingRef={heading}
        count={data === undefined ? null : countOf(data.totalCount, 'listing')}
      />
      <ListBody
        list={reviews}
        failure="Could not load the reviews."
        thumbnail="none"
        empty={
          <EmptyState
            icon={<ClipboardCheck aria-hidden="true" className="size-7" strokeWidth={1.5} />}
            title="No listings in review"
          >
            New listings show up here if your policies require a review.
          </EmptyState>
        }
        pages={{
          label: 'Pages of reviews',
          page,
          hrefOf: (next) => pagePaths.reviews({ page: next }),
        }}
      >
        {(items) => (
          <ul className="flex flex-col gap-6">
            {items.map((review) => (
              <ReviewCard key={review._id} review={review} />
            ))}
          </ul>
        )}
      </ListBody>
    </>
  );
}
