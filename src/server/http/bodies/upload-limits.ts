/** Limits concurrent uploads, per account and in total (docs/product/uploads.md, Concurrency). */

import { AppError } from '../../errors/app-error.ts';

const GIB = 1024 ** 3;

/** Uploads in progress, from first byte to response, and the bytes they hold on disk. */
export type UploadLimits = {
  perAccount: number;
  inAll: number;
  bytesPerAccount: number;
  bytesInAll: number;
};

/** An account can upload two listings at the same time, more than people do by hand. */
export const UPLOAD_LIMITS: UploadLimits = {
  perAccount: 100,
  inAll: 500,
  bytesPerAccount: 2 * GIB,
  bytesInAll: 6 * GIB,
};

/** One upload in progress. */
export type UploadInProgress = {
  /** Aborted when the upload must stop; its reason is the AppError to respond with. */
  signal: AbortSignal;
  /** Aborts it with a reason. */
  abort: (reason: AppError) => void;
  /** @throws AppError TOO_MANY_REQUESTS or UNAVAILABLE if the bytes on disk exceed a limit */
  addBytes: (count: number) => void;
  /** Marks it as complete. Can be called more than once. */
  end: () => void;
};

/**
 * Counts uploads. If there are too many in total, the account with the most loses its oldest: a
 * client with one upload gets in, no matter how many others have stalled.
 *
 * @returns a function that starts an upload; throws AppError TOO_MANY_REQUESTS if the account has
 *   too many
 */
export function createUploadCount(limits: UploadLimits): (account: string) => UploadInProgress {
  type Entry = { upload: UploadInProgress; bytes: number };
  /** By account, oldest first. */
  const accounts = new Map<string, Set<Entry>>();
  let count = 0;
  let bytesInAll = 0;

  const entriesOf = (account: string) => accounts.get(account) ?? new Set<Entry>();

  function makeRoom(): void {
    const [busiest] = [...accounts.values()].toSorted((a, b) => b.size - a.size);
    const [oldest] = busiest ?? [];
    oldest?.upload.abort(busy());
    oldest?.upload.end();
  }

  return (account) => {
    const own = entriesOf(account);
    if (own.size >= limits.perAccount) throw tooMuch();
    if (count >= limits.inAll) makeRoom();

    const controller = new AbortController();
    const end = () => {
      const entries = entriesOf(account);
      if (!entries.delete(entry)) return;
      if (entries.size === 0) accounts.delete(account);
      count -= 1;
      bytesInAll -= entry.bytes;
    };
    const addBytes = (added: number) => {
      controller.signal.throwIfAborted();
      entry.bytes += added;
      bytesInAll += added;
      const bytes = [...entriesOf(account)].reduce((sum, each) => sum + each.bytes, 0);
      if (bytes > limits.bytesPerAccount) throw tooMuch();
      if (bytesInAll > limits.bytesInAll) throw busy();
    };
    const entry: Entry = {
      upload: {
        signal: controller.signal,
        abort: (reason) => controller.abort(reason),
        addBytes,
        end,
      },
      bytes: 0,
    };
    accounts.set(account, entriesOf(account).add(entry));
    count += 1;
    return entry.upload;
  };
}

const tooMuch = () =>
  new AppError('TOO_MANY_REQUESTS', 'Please wait until your other uploads are done.', {
    retryAfterSeconds: 10,
  });

const busy = () =>
  new AppError('UNAVAILABLE', 'Too much is being uploaded. Please try again in a moment.', {
    retryAfterSeconds: 10,
    shedFor: 'uploads',
  });
