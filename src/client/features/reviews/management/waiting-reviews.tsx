import { CountBadge } from '../../../ui/blocks/count-badge.tsx';
import { useWaitingReviews } from './review-queries.ts';

/** The count of listings in review, shown in the sidebar. */
export function WaitingReviews() {
  return <CountBadge count={useWaitingReviews()} unit="open" />;
}
