/** Queries and mutations of the import page (docs/product/import.md, In the browser). */

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Import } from '#shared/schemas/brokerage/import.ts';
import { apiQuery, listQuery } from '../../../api/api-queries.ts';
import type { UploadProgress } from '../../../api/upload-transport.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';

const pageOf = (page: number) => (page === 1 ? undefined : page);

export const importsQuery = listQuery('GET /imports', { query: { limit: 10 } });

export const importQuery = (id: string) => apiQuery('GET /imports/:id', { params: { id } });

export const skippedQuery = (id: string, page: number) =>
  listQuery('GET /imports/:id/refused', { params: { id }, query: { page: pageOf(page) } });

/**
 * How often a waiting or running import or sync is polled. Imports also send events, but the event
 * stream may be disconnected.
 */
export const POLL_INTERVAL_MS = 3_000;

export const isInProgress = ({ state }: Pick<Import, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** A file to import, with the options of the import. */
export interface ImportRequest {
  file: File;
  isDryRun: boolean;
  /** For admins; '' for none. */
  agentEmail: string;
}

/**
 * Returns `start`, the mutation that uploads a file, and the upload's `progress`, which is null until
 * the first bytes are sent.
 *
 * @param onStarted receives the import's ID
 */
export function useStartImport(onStarted: (id: string, request: ImportRequest) => void) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const start = useApiMutation(
    (api, { file, isDryRun, agentEmail }: ImportRequest) => {
      const form = new FormData();
      // The server needs the fields before the file.
      if (isDryRun) form.set('dryRun', '1');
      if (agentEmail !== '') form.set('agentEmail', agentEmail);
      form.set('file', file);
      return api.upload('POST /imports', { form }, { onProgress: setProgress });
    },
    {
      onMutate: () => setProgress(null),
      onSuccess: ({ _id }, request) => onStarted(_id, request),
      onSettled: async () => queryClient.invalidateQueries({ queryKey: ['GET /imports'] }),
    },
  );
  return { start, progress };
}

/** Cancels an import. Listings already imported remain. */
export function useCancelImport() {
  const queryClient = useQueryClient();
  return useApiMutation((api, id: string) => api.call('DELETE /imports/:id', { params: { id } }), {
    // Also runs after a failure because the import may have ended in the meantime.
    onSettled: async () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /imports'),
      }),
  });
}
