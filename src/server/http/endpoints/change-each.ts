/** Bulk changes: applies a change to many records in one request. */

import type { FastifyBaseLogger } from 'fastify';
import type { BulkResult } from '#shared/schemas/bulk.ts';
import type { AppError } from '../../errors/app-error.ts';
import { toAppError } from '../error-responses/error-handler.ts';

/**
 * Changes records one after another, each in a separate transaction and by the rules of the single-record endpoint. A
 * record that cannot be changed does not affect the others. After a server error, all remaining records fail.
 *
 * @param ids duplicates are changed once
 * @param change returns false if the record already had the requested state, and throws the error of the single-record
 *   endpoint
 * @throws AppError with status 500 or above if the first change fails with it
 */
export async function changeEach(
  ids: readonly string[],
  log: FastifyBaseLogger,
  change: (id: string) => Promise<unknown>,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] };
  let serverError: AppError | undefined;
  for (const id of new Set(ids)) {
    const { failure, isUnchanged } =
      serverError === undefined ? await tryChange(change, id) : { failure: serverError };
    if (failure === undefined) {
      result.done.push(id);
      if (isUnchanged) (result.unchanged ??= []).push(id);
      continue;
    }
    if (failure.status >= 500 && serverError === undefined) {
      if (result.done.length === 0 && result.failed.length === 0) throw failure;
      log.error({ err: failure.cause ?? failure }, failure.message);
      serverError = failure;
    }
    result.failed.push({ _id: id, code: failure.code, message: failure.message });
  }
  return result;
}

async function tryChange(
  change: (id: string) => Promise<unknown>,
  id: string,
): Promise<{ failure?: AppError; isUnchanged?: boolean }> {
  try {
    return { isUnchanged: (await change(id)) === false };
  } catch (error) {
    return { failure: toAppError(error) };
  }
}
