import type { Route } from './+types/api-and-webhooks';
import { ApiKeys } from '../../../../features/api-keys/management/api-keys.tsx';
import { Examples } from '../../../../features/webhooks/management/examples.tsx';
import { Webhooks } from '../../../../features/webhooks/management/webhooks.tsx';
import { AdminOnly } from '../../../../session/admin-only.tsx';
import { privateMeta } from '../../../../seo/page-meta.ts';

const TITLE = 'API & Webhooks';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(TITLE, matches);

export default function ApiAndWebhooksRoute() {
  return (
    <AdminOnly title={TITLE}>
      <h1 className="display text-xl">{TITLE}</h1>
      <ApiKeys />
      <Webhooks />
      <Examples />
    </AdminOnly>
  );
}
