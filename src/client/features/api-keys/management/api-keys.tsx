import { useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { useRef, useState } from 'react';
import { formatDateTime, formatShortDate } from '#shared/format/dates.ts';
import type { ApiKey } from '#shared/schemas/open/api-key.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import { usePublicSettings } from '../../../api/page-data/public-settings.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';
import { Spinner } from '../../../ui/waiting/spinner.tsx';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

export const apiKeysQuery = apiQuery('GET /api-keys', {});

/** The list of API keys, with buttons to create and delete them (docs/product/api-keys.md, Page). */
export function ApiKeys() {
  const { data, error, refetch, isFetching } = useQuery(apiKeysQuery);
  const { publicUrl } = usePublicSettings();
  const [isCreating, setIsCreating] = useState(false);
  const [keyToDelete, setKeyToDelete] = useState<ApiKey | null>(null);
  const newButton = useRef<HTMLButtonElement>(null);
  return (
    <section aria-labelledby="api-keys-heading" className="mt-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h2 id="api-keys-heading" className="text-lg font-semibold">
            API keys
          </h2>
          <p className="mt-1 text-ink-soft [overflow-wrap:anywhere]">
            With a key, other systems can read your listings through the RESO Web API at{' '}
            <code>{publicUrl}/reso/odata</code>.
          </p>
        </div>
        <Button ref={newButton} onClick={() => setIsCreating(true)}>
          New API Key
        </Button>
      </div>
      <div className="mt-6">
        {data !== undefined ? (
          data.length === 0 ? (
            <EmptyState
              icon={<KeyRound aria-hidden="true" className="size-7" />}
              title="No API keys"
            >
              Create a key for each system that reads your listings.
            </EmptyState>
          ) : (
            <DataTable
              caption="API keys"
              columns={columnsOf(setKeyToDelete)}
              rows={data}
              keyOf={({ _id }) => _id}
            />
          )
        ) : error === null ? (
          <Spinner className="min-h-48 justify-center" />
        ) : (
          <LoadError
            title="An Error Occurred"
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          >
            The API keys could not be loaded. Please try again.
          </LoadError>
        )}
      </div>
      <NewKeyDialog open={isCreating} onOpenChange={setIsCreating} />
      <DeleteKeyDialog
        apiKey={keyToDelete}
        onClose={() => setKeyToDelete(null)}
        returnFocusTo={() => newButton.current}
      />
    </section>
  );
}

function columnsOf(remove: (key: ApiKey) => void): Column<ApiKey>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      onCard: 'header',
      cell: ({ name }) => <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>,
    },
    {
      id: 'clientId',
      header: 'Client ID',
      cell: ({ clientId }) => <code className="text-sm [overflow-wrap:anywhere]">{clientId}</code>,
    },
    { id: 'created', header: 'Created', cell: ({ createdAt }) => formatShortDate(createdAt) },
    {
      id: 'expires',
      header: 'Expires',
      cell: ({ expiresOn }) => (expiresOn === null ? 'Never' : formatShortDate(expiresOn)),
    },
    {
      id: 'used',
      header: 'Last used',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : formatDateTime(lastUsedAt)),
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      onCard: 'footer',
      cell: (key) => (
        <Button variant="secondary" aria-label={`Delete ${key.name}`} onClick={() => remove(key)}>
          Delete
        </Button>
      ),
    },
  ];
}
