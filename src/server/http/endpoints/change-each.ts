/** Applies one change to many records in one request. */

import type { FastifyBaseLogger } from 'fastify';
import type { BulkResult } from '#shared/schemas/bulk.ts';
import type { AppError } from '../../errors/app-error.ts';
import { toAppError } from '../error-responses/error-handler.ts';

/**
 * Changes records one after another, each in a separate transaction and by all the rules of the single-record
 * endpoint: a refusal of one record does not affect the others. After a server error, the rest is not tried.
 *
 * @param ids duplicates are changed once
 * @param change throws what the endpoint for one record would respond with
 * @throws AppError of 500 and above if it occurred before any record was changed or refused
 */
export async function changeEach(
  ids: readonly string[],
  log: FastifyBaseLogger,
  change: (id: string) => Promise<unknown>,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] };
  let fault: AppError | undefined;
  for (const id of new Set(ids)) {
    const refusal = fault ?? (await refusalOf(change, id));
    if (refusal === undefined) {
      result.done.push(id);
      continue;
    }
    if (refusal.status >= 500 && fault === undefined) {
      if (result.done.length === 0 && result.failed.length === 0) throw refusal;
      log.error({ err: refusal.cause ?? refusal }, refusal.message);
      fault = refusal;
    }
    result.failed.push({ _id: id, code: refusal.code, message: refusal.message });
  }
  return result;
}

async function refusalOf(
  change: (id: string) => Promise<unknown>,
  id: string,
): Promise<AppError | undefined> {
  try {
    await change(id);
    return undefined;
  } catch (error) {
    return toAppError(error);
  }
}
