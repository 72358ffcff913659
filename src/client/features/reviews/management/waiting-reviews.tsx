import { CountMark } from '../../../ui/blocks/count-mark.tsx';
import { useWaitingReviews } from './review-queries.ts';

/** The number of listings in review in the sidebar. */
export function WaitingReviews() {
  return <CountMark count={useWaitingReviews()} what="open" />;
}
