import { pagePaths } from '#shared/page-paths.ts';
import type { Webhook } from '#shared/schemas/open/webhook.ts';
import { useFailure } from '../../../data-list/failure.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { cx } from '../../../ui/class-names.ts';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';
import { useChangeWebhook, type WebhookChanges } from './webhook-queries.ts';
import { eventsText, stateText } from './webhook-text.ts';

/** All webhooks, each with an on/off switch. */
export function WebhookTable({
  webhooks,
  currentId,
}: {
  webhooks: readonly Webhook[];
  currentId: string | null;
}) {
  const change = useChangeWebhook();
  const failure = useFailure();
  function toggle({ _id: id }: Webhook, isEnabled: boolean) {
    failure.clear();
    if (!change.isPending)
      change.mutate({ id, json: { isEnabled } }, { onError: (error) => failure.show(error) });
  }
  const pendingChange = change.isPending ? change.variables : undefined;
  return (
    <div className="grid gap-3">
      {failure.banner}
      <DataTable
        caption="Webhooks"
        columns={columnsOf({ currentId, pendingChange, toggle })}
        rows={webhooks}
        keyOf={({ _id }) => _id}
        rowTone={({ isEnabled }) => (isEnabled ? 'plain' : 'faded')}
      />
    </div>
  );
}

const columnsOf = ({
  currentId,
  pendingChange,
  toggle,
}: {
  currentId: string | null;
  /** The change in progress, which the switch shows optimistically. */
  pendingChange: { id: string; json: WebhookChanges } | undefined;
  toggle: (webhook: Webhook, isEnabled: boolean) => void;
}): Column<Webhook>[] => [
  {
    id: 'url',
    header: 'URL',
    onCard: 'header',
    cell: ({ _id, url, description }) => (
      <div className="[overflow-wrap:anywhere]">
        <Link
          href={pagePaths.apiAndWebhooks({ webhook: _id })}
          aria-current={_id === currentId ? 'true' : undefined}
          className={cx(
            'link touch-target inline-flex items-center font-semibold',
            _id === currentId && 'current-in-forced-colors',
          )}
        >
          {url}
        </Link>
        {description !== '' && <p className="text-sm text-ink-soft">{description}</p>}
      </div>
    ),
  },
  {
    id: 'events',
    header: 'Events',
    cell: ({ events }) => <span title={events.join(', ')}>{eventsText(events)}</span>,
  },
  {
    id: 'state',
    header: 'State',
    cell: (webhook) => (
      <Switch
        label={`Enabled: ${webhook.url}`}
        stateLabel={stateText(webhook)}
        checked={
          (pendingChange?.id === webhook._id ? pendingChange.json.isEnabled : undefined) ??
          webhook.isEnabled
        }
        onChange={({ target }) => toggle(webhook, target.checked)}
      />
    ),
  },
];
