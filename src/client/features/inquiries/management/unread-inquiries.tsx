import { CountMark } from '../../../ui/blocks/count-mark.tsx';
import { useUnreadInquiries } from './inbox-queries.ts';

/** The number of unread inquiries in the sidebar. */
export function UnreadInquiries() {
  return <CountMark count={useUnreadInquiries()} what="unread" />;
}
