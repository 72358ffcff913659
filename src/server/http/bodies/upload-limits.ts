/** How much may be uploaded at once, by one account and by all (docs/product/uploads.md, At once). */

import { AppError } from '../../errors/app-error.ts';

const GIB = 1024 ** 3;

/** Uploads under way, from their first byte to their response, and the bytes that wait on the disk for them. */
export type UploadLimits = {
  perAccount: number;
  inAll: number;
  bytesPerAccount: number;
  bytesInAll: number;
};

/** An account may upload two listings at the same time, more than anyone does by hand. */
export const UPLOAD_LIMITS: UploadLimits = {
  perAccount: 100,
  inAll: 500,
  bytesPerAccount: 2 * GIB,
  bytesInAll: 6 * GIB,
};

/** One upload that is under way. */
export type UploadUnderWay = {
  /** Given when the upload must not go on; its reason is the AppError to answer with. */
  signal: AbortSignal;
  /** Ends it for a reason. */
  abort: (reason: AppError) => void;
  /** @throws AppError TOO_MANY_REQUESTS, UNAVAILABLE when these are more than may wait on the disk */
  addBytes: (count: number) => void;
  /** It is answered. May be called more than once. */
  end: () => void;
};

/**
 * Counts uploads. If there are too many in all, the account with the most loses its oldest: a client with one upload
 * gets in, however many others have stalled.
 *
 * @returns a function that begins an upload; throws AppError TOO_MANY_REQUESTS if the account has too many
 */
export function createUploadCount(limits: UploadLimits): (account: string) => UploadUnderWay {
  type Entry = { upload: UploadUnderWay; bytes: number };
  /** By account, oldest first. */
  const accounts = new Map<string, Set<Entry>>();
  let count = 0;
  let bytesInAll = 0;

  const entriesOf = (account: string) => accounts.get(account) ?? new Set<Entry>();

  function makeRoom(): void {
    const [most] = [...accounts.values()].toSorted((a, b) => b.size - a.size);
    const [oldest] = most ?? [];
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
