/** A fixed number of slots for expensive work, shared fairly between requesters. */

/** Thrown when too many tasks are waiting (see `FairSlots`). */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** The requester of a task. */
export type Requester = {
  /** The client that takes turns with others, usually an IP address or an account. */
  key: string;
  /**
   * A part of the key, usually an account that uses an IP address. If the key is an account, one of its
   * IP addresses. The accounts of a key take turns.
   */
  account?: string;
  /**
   * Cancels the wait, e.g. when the client disconnects; undefined for a task that must not be
   * canceled.
   */
  signal: AbortSignal | undefined;
};

/**
 * Runs a task once a slot is free. Keys take turns, and so do the accounts of a key: a busy key or account delays only
 * itself. The tasks of one account stay in order.
 *
 * If the slots are shared by all keys, a task must not wait for another queue or a lock, because a requester whose
 * tasks wait there would take the slots from the others.
 *
 * @param requester its signal cancels only the wait, which then throws the signal's reason: a task that can start
 *   immediately starts, and a running task must check the signal itself
 * @throws TooManyWaiting if `maxQueuedPerKey` tasks of the key and account are already waiting, or if `maxQueued` tasks
 *   are waiting in total and the key, with all its accounts, already uses a full share of them
 */
export type FairSlots = <T>(requester: Requester, task: () => Promise<T>) => Promise<T>;

/**
 * @param options.slots maximum concurrent tasks
 * @param options.perKey maximum concurrent tasks of one key; if fewer than `slots`, one key cannot take all slots
 * @param options.perAccount maximum concurrent tasks of one account, so that one account cannot take all slots of its key;
 *   unlimited if absent
 * @param options.maxQueuedPerKey maximum waiting tasks of one key and account; unlimited if absent
 * @param options.maxQueued waiting tasks of all keys; once there are this many, new tasks are accepted only from keys
 *   with less than their share of them; unlimited if absent
 */
export function createFairSlots(options: {
  slots: number;
  perKey: number;
  perAccount?: number;
  maxQueuedPerKey?: number;
  maxQueued?: number;
}): FairSlots {
  const { slots, perKey, perAccount = Infinity } = options;
  const { maxQueuedPerKey = Infinity, maxQueued = Infinity } = options;
  /** Waiting tasks by key and account, both in the order of their turns. */
  const queues = new Map<string, Map<string, (() => void)[]>>();
  const running = new Map<string, number>();
  const runningByAccount = new Map<string, number>();
  let free = slots;
  let queuedCount = 0;

  function startNext(): void {
    for (const [key, accounts] of queues) {
      if (free === 0) return;
      const count = running.get(key) ?? 0;
      if (count >= perKey) continue;
      const start = takeNext(key, accounts);
      if (start === undefined) continue;
      queues.delete(key);
      if (accounts.size > 0) queues.set(key, accounts);
      running.set(key, count + 1);
      free -= 1;
      start();
    }
  }

  /**
   * Frees a slot in the next turn of the event loop. Otherwise, tasks that end without waiting would delay all other
   * events, such as the disconnection of their own client.
   */
  function release({ key, account = '' }: Requester): void {
    setImmediate(() => {
      decrease(running, key);
      decrease(runningByAccount, accountKey(key, account));
      free += 1;
      startNext();
    });
  }

  /** Removes and returns the next task of the account whose turn it is. */
  function takeNext(key: string, accounts: Map<string, (() => void)[]>): (() => void) | undefined {
    for (const [account, queue] of accounts) {
      const count = runningByAccount.get(accountKey(key, account)) ?? 0;
      if (count >= perAccount) continue;
      runningByAccount.set(accountKey(key, account), count + 1);
      const start = queue.shift();
      accounts.delete(account);
      if (queue.length > 0) accounts.set(account, queue);
      return start;
    }
    return undefined;
  }

  /** Resolves when the caller has a slot. */
  function acquire({ key, account = '', signal }: Requester): Promise<void> {
    const accounts = queues.get(key) ?? new Map<string, (() => void)[]>();
    const queue = accounts.get(account) ?? [];
    // A key can always use its share of a full queue, so that others cannot fill the queue for everyone.
    const share = maxQueued / (queues.size + 1);
    const isFull = queuedCount >= maxQueued && [...accounts.values()].flat().length >= share;
    if (queue.length >= maxQueuedPerKey || isFull) throw new TooManyWaiting();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const cancel = () => {
      const waiting = queues.get(key);
      const tasks = waiting?.get(account) ?? [];
      const remaining = tasks.filter((other) => other !== start);
      queuedCount -= tasks.length - remaining.length;
      if (remaining.length > 0) waiting?.set(account, remaining);
      else waiting?.delete(account);
      if (waiting?.size === 0) queues.delete(key);
      reject(signal?.reason as Error);
    };
    const start = () => {
      queuedCount -= 1;
      signal?.removeEventListener('abort', cancel);
      resolve();
    };
    signal?.addEventListener('abort', cancel, { once: true });
    queuedCount += 1;
    accounts.set(account, [...queue, start]);
    queues.set(key, accounts);
    startNext();
    // Does not affect a task that has already started.
    if (signal?.aborted === true) cancel();
    return promise;
  }

  return async (requester, task) => {
    await acquire(requester);
    try {
      return await task();
    } finally {
      release(requester);
    }
  };
}

const accountKey = (key: string, account: string) => `${key} ${account}`;

function decrease(counts: Map<string, number>, key: string): void {
  const count = (counts.get(key) ?? 1) - 1;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
