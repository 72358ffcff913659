/** A budget, such as bytes of memory, that tasks share; first come, first served. */

/**
 * Takes an amount from the budget, waiting until it is available.
 *
 * @param amount capped at the whole budget
 * @param signal ends the wait; its reason is thrown then
 * @returns a function that gives it back; can be called more than once
 */
export type Budget = (amount: number, signal?: AbortSignal) => Promise<() => void>;

/** @param whole the total that can be held at the same time */
export function createBudget(whole: number): Budget {
  let left = whole;
  let waiting: { amount: number; start: () => void }[] = [];

  function startNext(): void {
    // In order: large amounts would otherwise wait as long as small ones keep arriving.
    for (;;) {
      const [next] = waiting;
      if (next === undefined || next.amount > left) return;
      waiting.shift();
      left -= next.amount;
      next.start();
    }
  }

  return async (requested, signal) => {
    signal?.throwIfAborted();
    const amount = Math.min(requested, whole);
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
