/** A bulk change of all selected rows. */

import { MAX_BULK_RECORDS } from '#shared/limits.ts';
import type { BulkResult } from '#shared/schemas/bulk.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { ApiError, type ApiErrorCode, isApiError } from '../../api/api-error.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import type { ListRow } from './selection.ts';

/** Sends a change for up to 100 records. */
export type BulkCall<C> = (api: ApiClient, ids: string[], change: C) => Promise<BulkResult>;

/** The outcome of a bulk change. */
export interface BulkOutcome<T, C> {
  change: C;
  done: readonly T[];
  /**
   * Whether rows of `done` already had the requested state, because another user changed them first.
   * 'Undo' would revert that user's change.
   */
  hasUnchanged: boolean;
  /** The failed rows, each with the reason. */
  failed: readonly { row: T; message: string }[];
}

export interface BulkEvents<T, C> {
  onDone: (outcome: BulkOutcome<T, C>) => void;
  /** Called if the first request fails. */
  onFailure: (error: ApiError) => void;
  /** Called after success or failure, to refetch the affected lists. */
  onSettled: () => void;
}

/** Changes many rows, in as many sequential requests as needed. */
export function useBulkChange<T extends ListRow, C>(call: BulkCall<C>, events: BulkEvents<T, C>) {
  return useApiMutation(
    async (
      api,
      { rows, change }: { rows: readonly T[]; change: C },
    ): Promise<BulkOutcome<T, C>> => {
      const ids = rows.map(({ _id }) => _id);
      const { done, failed, unchanged } = await callInBatches(ids, (batch) =>
        call(api, batch, change),
      );
      const byId = new Map(rows.map((row) => [row._id, row]));
      return {
        change,
        done: done.flatMap((id) => byId.get(id) ?? []),
        hasUnchanged: unchanged.length > 0,
        failed: failed.flatMap(({ _id, message }) => {
          const row = byId.get(_id);
          return row === undefined ? [] : { row, message };
        }),
      };
    },
    { onSuccess: events.onDone, onError: events.onFailure, onSettled: events.onSettled },
  );
}

/** Returns the error of a failed record as an `ApiError`. */
export const bulkError = ({ code, message }: BulkResult['failed'][number]): ApiError =>
  new ApiError({ status: 409, code: code as ApiErrorCode, message, fieldErrors: {} });

/**
 * Sends requests with up to 100 records each. If a request fails after others succeeded, its records
 * and the remaining ones are reported as failed.
 *
 * @throws ApiError if the first request fails
 */
export async function callInBatches(
  ids: readonly string[],
  call: (batch: string[]) => Promise<BulkResult>,
): Promise<BulkResult & { unchanged: string[] }> {
  const result: BulkResult & { unchanged: string[] } = { done: [], failed: [], unchanged: [] };
  for (let start = 0; start < ids.length; start += MAX_BULK_RECORDS) {
    try {
      const {
        done,
        failed,
        unchanged = [],
      } = await call(ids.slice(start, start + MAX_BULK_RECORDS));
      result.done.push(...done);
      result.failed.push(...failed);
      result.unchanged.push(...unchanged);
    } catch (error) {
      if (start === 0 || !isApiError(error)) throw error;
      const { code, message } = error;
      result.failed.push(...ids.slice(start).map((_id) => ({ _id, code, message })));
      break;
    }
  }
  return result;
}
