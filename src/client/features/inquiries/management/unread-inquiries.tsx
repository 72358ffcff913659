import { CountMark } from '../../../ui/blocks/count-mark.tsx';
import { useUnreadInquiries } from './inbox-queries.ts';

/** The number of unread inquiries beside the sidebar's entry. */
export function UnreadInquiries() {
  return <CountMark count={useUnreadInquiries()} what="unread" />;
}
