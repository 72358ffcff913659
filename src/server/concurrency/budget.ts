/** An amount of something, such as bytes of memory, that work holds parts of; first come, first served. */

/**
 * Waits until so much is left.
 *
 * @param amount at most the whole; more waits for the whole
 * @param signal ends the wait; its reason is thrown then
 * @returns gives it back; may be called more than once
 */
export type Budget = (amount: number, signal?: AbortSignal) => Promise<() => void>;

/** @param whole what all that is held at once may be together */
export function createBudget(whole: number): Budget {
  let left = whole;
  let waiting: { amount: number; start: () => void }[] = [];

  function startNext(): void {
    // In order: what is much would otherwise wait for as long as something small comes.
    for (;;) {
      const [next] = waiting;
      if (next === undefined || next.amount > left) return;
      waiting.shift();
      left -= next.amount;
      next.start();
    }
  }

  return async (asked, signal) => {
    signal?.throwIfAborted();
    const amount = Math.min(asked, whole);
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting = waiting.filter((each) => each !== entry);
        startNext();
        reject(signal?.reason as Error);
      };
      const entry = {
        amount,
        start: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.push(entry);
      startNext();
    });
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      left += amount;
      startNext();
    };
  };
}
