import { pagePaths } from '#shared/page-paths.ts';
import type { Webhook } from '#shared/schemas/open/webhook.ts';
import { useFailure } from '../../../data-list/failure.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { cx } from '../../../ui/class-names.ts';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';
import { useChangeWebhook, type WebhookChanges } from './webhook-queries.ts';
import { eventsText, stateText } from './webhook-words.ts';

/** All webhooks, each with a switch. */
export function WebhookTable({
  webhooks,
  currentId,
}: {
  webhooks: readonly Webhook[];
  currentId: string | null;
}) {
  const change = useChangeWebhook();
  const failure = useFailure();
  function turn({ _id: id }: Webhook, isEnabled: boolean) {
    failure.clear();
    if (!change.isPending)
      change.mutate({ id, json: { isEnabled } }, { onError: (error) => failure.show(error) });
  }
  const wanted = change.isPending ? change.variables : undefined;
  return (
    <div className="grid gap-3">
      {failure.banner}
      <DataTable
        caption="Webhooks"
        columns={columnsOf({ currentId, wanted, turn })}
        rows={webhooks}
        keyOf={({ _id }) => _id}
        rowTone={({ isEnabled }) => (isEnabled ? 'plain' : 'faded')}
      />
    </div>
  );
}

const columnsOf = ({
  currentId,
  wanted,
  turn,
}: {
  currentId: string | null;
  /** The pending change, which the switch shows optimistically. */
  wanted: { id: string; json: WebhookChanges } | undefined;
  turn: (webhook: Webhook, isEnabled: boolean) => void;
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
          (wanted?.id === webhook._id ? wanted.json.isEnabled : undefined) ?? webhook.isEnabled
        }
        onChange={({ target }) => turn(webhook, target.checked)}
      />
    ),
  },
];
