import { CountBadge } from '../../../ui/blocks/count-badge.tsx';
import { useUnreadInquiries } from './inbox-queries.ts';

/** The number of unread inquiries in the sidebar. */
export function UnreadInquiries() {
  return <CountBadge count={useUnreadInquiries()} unit="unread" />;
}
