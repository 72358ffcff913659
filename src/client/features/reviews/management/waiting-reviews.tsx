import { CountBadge } from '../../../ui/blocks/count-badge.tsx';
import { useWaitingReviews } from './review-queries.ts';

/** The number of listings in review in the sidebar. */
export function WaitingReviews() {
  return <CountBadge count={useWaitingReviews()} unit="open" />;
}
