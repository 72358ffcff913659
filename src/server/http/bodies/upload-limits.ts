/** Limits concurrent uploads, per account and in total (docs/product/uploads.md, Concurrency). */

import { AppError } from '../../errors/app-error.ts';

const GIB = 1024 ** 3;

/**
 * The maximum number of uploads in progress, from first byte to response, and the maximum size of
 * their files on disk.
 */
export type UploadLimits = {
  perAccount: number;
  total: number;
  bytesPerAccount: number;
  totalBytes: number;
};

/** One account can upload two listings with the largest pictures at the same time. */
export const UPLOAD_LIMITS: UploadLimits = {
  perAccount: 100,
  total: 500,
  bytesPerAccount: 2 * GIB,
  totalBytes: 6 * GIB,
};

/** An upload in progress. */
export type UploadInProgress = {
  /** Aborted when the upload must stop; the reason is the AppError to respond with. */
  signal: AbortSignal;
  /** Aborts the upload with a reason. */
  abort: (reason: AppError) => void;
  /** @throws AppError TOO_MANY_REQUESTS or UNAVAILABLE if the bytes on disk exceed a limit */
  addBytes: (count: number) => void;
  /** Marks the upload as complete; repeated calls have no effect. */
  end: () => void;
};

/**
 * Tracks uploads. If there are too many in total, or too many bytes, aborts the oldest upload of
 * the account with the most. A client with a single upload is therefore accepted even if many
 * others have stalled.
 *
 * @returns a function that starts an upload; throws AppError TOO_MANY_REQUESTS if the account has too many
 */
export function createUploadTracker(limits: UploadLimits): (account: string) => UploadInProgress {
  type Entry = { upload: UploadInProgress; bytes: number };
  /** By account, oldest first. */
  const accounts = new Map<string, Set<Entry>>();
  let count = 0;
  let totalBytes = 0;

  const entriesOf = (account: string) => accounts.get(account) ?? new Set<Entry>();

  const bytesOf = (entries: Iterable<Entry>) =>
    [...entries].reduce((sum, { bytes }) => sum + bytes, 0);

  function evict(entry: Entry | undefined): void {
    entry?.upload.abort(totalLimitError());
    entry?.upload.end();
  }

  function makeRoom(): void {
    const [busiest] = [...accounts.values()].toSorted((a, b) => b.size - a.size);
    const [oldest] = busiest ?? [];
    evict(oldest);
  }

  /** @throws AppError UNAVAILABLE if no account has more bytes than this one */
  function makeRoomForBytes(account: string): void {
    while (totalBytes > limits.totalBytes) {
      const [busiest] = [...accounts.values()].toSorted((a, b) => bytesOf(b) - bytesOf(a));
      if (busiest === undefined || bytesOf(busiest) <= bytesOf(entriesOf(account)))
        throw totalLimitError();
      evict([...busiest].find(({ bytes }) => bytes > 0));
    }
  }

  return (account) => {
    const ownEntries = entriesOf(account);
    if (ownEntries.size >= limits.perAccount) throw accountLimitError();
    if (count >= limits.total) makeRoom();

    const controller = new AbortController();
    const end = () => {
      const entries = entriesOf(account);
      if (!entries.delete(entry)) return;
      if (entries.size === 0) accounts.delete(account);
      count -= 1;
      totalBytes -= entry.bytes;
    };
    const addBytes = (added: number) => {
      controller.signal.throwIfAborted();
      entry.bytes += added;
      totalBytes += added;
      if (bytesOf(entriesOf(account)) > limits.bytesPerAccount) throw accountLimitError();
      makeRoomForBytes(account);
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

const accountLimitError = () =>
  new AppError('TOO_MANY_REQUESTS', 'Please wait until your other uploads have finished.', {
    retryAfterSeconds: 10,
  });

const totalLimitError = () =>
  new AppError('UNAVAILABLE', 'Too many uploads are in progress. Please try again in a moment.', {
    retryAfterSeconds: 10,
    shedFor: 'uploads',
  });
