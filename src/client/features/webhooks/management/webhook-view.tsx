import { useState } from 'react';
import type { Webhook } from '#shared/schemas/open/webhook.ts';
import { readPage } from '../../../api/page-data/list-url.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Card } from '../../../ui/blocks/card.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { Deliveries } from './deliveries.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { WebhookFormDialog } from './webhook-form-dialog.tsx';
import { useSendPing } from './webhook-queries.ts';

interface WebhookViewProps {
  webhook: Webhook;
  params: URLSearchParams;
  onDelete: () => void;
}

/** One webhook: its events, actions, and deliveries. */
export function WebhookView({ webhook, params, onDelete }: WebhookViewProps) {
  const { _id: id, url, events } = webhook;
  const [isEditing, setIsEditing] = useState(false);
  const [isRotating, setIsRotating] = useState(false);
  const ping = useSendPing();
  return (
    <section aria-labelledby="webhook-heading" className="grid gap-6">
      <Card className="p-5">
        <h3 id="webhook-heading" className="font-semibold [overflow-wrap:anywhere]">
          {url}
        </h3>
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
          {events.map((event) => (
            <li key={event}>
              <code>{event}</code>
            </li>
          ))}
        </ul>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button
            size="sm"
            busy={ping.isPending}
            busyLabel="Sending..."
            onClick={() => ping.mutate(id)}
          >
            Send Test
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setIsEditing(true)}>
            Edit
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setIsRotating(true)}>
            Rotate Secret
          </Button>
          <Button variant="secondary" size="sm" onClick={onDelete}>
            Delete
          </Button>
        </div>
        {ping.error !== null && (
          <Banner tone="error" className="mt-4">
            {failureText(ping.error, 'The test could not be sent.')}
          </Banner>
        )}
      </Card>
      <Deliveries webhookId={id} page={readPage(params)} />
      <WebhookFormDialog open={isEditing} webhook={webhook} onClose={() => setIsEditing(false)} />
      <RotateDialog webhook={webhook} open={isRotating} onClose={() => setIsRotating(false)} />
    </section>
  );
}
