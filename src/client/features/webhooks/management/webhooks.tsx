import { useQuery } from '@tanstack/react-query';
import Webhook from 'lucide-react/icons/webhook';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import type { Webhook as WebhookData } from '#shared/schemas/open/webhook.ts';
import { LoadFailure } from '../../../data-list/failure.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { Spinner } from '../../../ui/waiting/spinner.tsx';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import { WebhookFormDialog } from './webhook-form-dialog.tsx';
import { webhooksQuery } from './webhook-queries.ts';
import { WebhookTable } from './webhook-table.tsx';
import { WebhookView } from './webhook-view.tsx';

/** Webhooks that notify the operator's other systems (docs/product/webhooks.md, Page). */
export function Webhooks() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const id = params.get('webhook');
  const webhooks = useQuery(webhooksQuery);
  const [isAdding, setIsAdding] = useState(false);
  const [webhookToDelete, setWebhookToDelete] = useState<WebhookData | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const webhook = webhooks.data?.find(({ _id }) => _id === id);
  return (
    <section aria-labelledby="webhooks-heading" className="mt-10">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h2 id="webhooks-heading" className="text-lg font-semibold">
            Webhooks
          </h2>
          <p className="mt-1 text-ink-soft">
            Notify your other systems of listings, inquiries, tours, accounts, and reports right
            away.
          </p>
        </div>
        <Button ref={addButton} onClick={() => setIsAdding(true)}>
          New Webhook
        </Button>
      </div>
      <div className="mt-6 grid gap-6">
        {webhooks.isPending && <Spinner className="min-h-48 justify-center" />}
        {webhooks.error !== null && (
          <LoadFailure
            text="The webhooks could not be loaded."
            error={webhooks.error}
            isRetrying={webhooks.isFetching}
            onRetry={() => void webhooks.refetch()}
          />
        )}
        {webhooks.data?.length === 0 && (
          <EmptyState
            level={3}
            icon={<Webhook aria-hidden="true" className="size-7" strokeWidth={1.5} />}
            title="No webhooks"
          >
            Add the URL of a system to notify of events.
          </EmptyState>
        )}
        {webhooks.data !== undefined && webhooks.data.length > 0 && (
          <WebhookTable webhooks={webhooks.data} currentId={id} />
        )}
        {webhook !== undefined && (
          <WebhookView
            key={webhook._id}
            webhook={webhook}
            params={params}
            onDelete={() => setWebhookToDelete(webhook)}
          />
        )}
      </div>
      <WebhookFormDialog open={isAdding} webhook={null} onClose={() => setIsAdding(false)} />
      <DeleteWebhookDialog
        webhook={webhookToDelete}
        onClose={() => setWebhookToDelete(null)}
        onDeleted={() => {
          setWebhookToDelete(null);
          void navigate(pagePaths.apiAndWebhooks());
        }}
        returnFocusTo={() => addButton.current}
      />
    </section>
  );
}
