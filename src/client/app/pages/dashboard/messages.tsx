import type { Route } from './+types/messages';
import { AdminOnly } from '../../../session/admin-only.tsx';
import { MessagesList } from '../../../features/messages/messages-list.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

const TITLE = 'Contact Messages';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(TITLE, matches);

export default function MessagesPage() {
  return (
    <AdminOnly title={TITLE}>
      <MessagesList />
    </AdminOnly>
  );
}
