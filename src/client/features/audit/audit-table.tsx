import { Fragment } from 'react';
import { AUDIT_ACTIONS } from '#shared/audit-actions.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { AuditEntry } from '#shared/schemas/audit.ts';
import { Link } from '../../ui/actions/link.tsx';
import { type Column, DataTable } from '../../ui/tables/data-table.tsx';

const COLUMNS: Column<AuditEntry>[] = [
  {
    id: 'action',
    header: 'Action',
    onCard: 'header',
    cell: ({ action }) => <span className="font-semibold">{AUDIT_ACTIONS[action]}</span>,
  },
  { id: 'actor', header: 'By', cell: ({ actor }) => actor.name },
  { id: 'entity', header: 'Item', cell: ({ entity }) => <Entity entity={entity} /> },
  { id: 'changes', header: 'Changes', cell: ({ changes }) => <Changes changes={changes} /> },
  {
    id: 'place',
    header: 'IP address',
    cell: ({ place }) => <span className="figures">{place ?? '–'}</span>,
  },
  {
    id: 'at',
    header: 'Time',
    cell: ({ at }) => (
      <time dateTime={at} className="text-sm text-ink-soft figures">
        {formatDateTime(at)}
      </time>
    ),
  },
];

/** The entries of the audit log, one per row. */
export function AuditTable({ entries, stale }: { entries: readonly AuditEntry[]; stale: boolean }) {
  return (
    <DataTable
      caption="Audit log"
      columns={COLUMNS}
      rows={entries}
      keyOf={({ _id }) => _id}
      stale={stale}
    />
  );
}

/** The entity of an entry. Links to all entries about it or, if it has no ID, about its kind. */
function Entity({ entity: { kind, _id, title } }: { entity: AuditEntry['entity'] }) {
  const entity = _id === null ? kind : `${kind}:${_id}`;
  return (
    <Link
      href={pagePaths.auditLog({ entity })}
      className="touch-target inline-block max-w-72 min-w-0 content-center break-words"
    >
      {title.includes(' ') ? (
        <span className="line-clamp-2">{title}</span>
      ) : (
        <UnspacedTitle text={title} />
      )}
    </Link>
  );
}

/** A title without spaces, such as an email address or a host name. Breaks before `@` and `.`. */
function UnspacedTitle({ text }: { text: string }) {
  return text.split(/(?=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

function Changes({ changes }: { changes: AuditEntry['changes'] }) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return '–';
  return (
    <dl className="flex flex-col gap-1 text-sm">
      {fields.map(([field, [before, after]]) => (
        <div key={field} className="wrap-anywhere">
          <dt className="inline text-ink-soft">{field}: </dt>
          <dd className="inline">
            {toText(before)} <span aria-label="changed to">→</span> {toText(after)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Longer arrays are truncated. */
const MAX_ITEMS = 10;

/**
 * Formats a value: null as `none`, strings unchanged, and everything else as JSON. Long arrays are
 * truncated.
 */
function toText(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value) && value.length > MAX_ITEMS)
    return `${toText(value.slice(0, MAX_ITEMS))} and ${value.length - MAX_ITEMS} more`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
