import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#shared/format/dates.ts';
import { countOf } from '#shared/format/numbers.ts';
import type { DataSource } from '#shared/schemas/open/data-source.ts';
import { agentQuery } from './source-queries.ts';
import { AGENT_BY_LABELS, AUTH_LABELS, MEDIA_POLICY_LABELS } from './source-text.ts';

/** The settings of a data source. Its secret stays on the server. */
export function SourceSettings({ source }: { source: DataSource }) {
  const { auth, baseUrl, filter, intervalMinutes, nextRunAt, defaultAgentId } = source;
  const agent = useQuery({ ...agentQuery(defaultAgentId ?? ''), enabled: defaultAgentId !== null });
  const settings: [string, string][] = [
    ['Base URL', baseUrl],
    ['Access', AUTH_LABELS[auth.kind]],
    ...(filter === null ? [] : [['Filter', filter] satisfies [string, string]]),
    ['Agents matched by', AGENT_BY_LABELS[source.agentBy]],
    [
      'Default agent',
      defaultAgentId === null ? 'None. Choose another agent.' : (agent.data?.name ?? '–'),
    ],
    ['Pictures', MEDIA_POLICY_LABELS[source.mediaPolicy]],
    [
      'Sync',
      nextRunAt === null
        ? 'Paused'
        : `Every ${countOf(intervalMinutes, 'minute')}, next ${formatDateTime(nextRunAt)}`,
    ],
  ];
  return (
    <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
      {settings.map(([term, text]) => (
        <div key={term} className="min-w-0">
          <dt className="text-sm text-ink-soft">{term}</dt>
          <dd className="[overflow-wrap:anywhere]">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
