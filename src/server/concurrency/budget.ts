/** A budget, such as bytes of memory, that tasks share on a first-come, first-served basis. */

/**
 * Takes an amount from the budget, waiting until it is available.
 *
 * @param amount capped at the total budget
 * @param signal cancels the wait, which then throws the signal's reason
 * @returns a function that releases the amount; repeated calls have no effect
 */
export type Budget = (amount: number, signal?: AbortSignal) => Promise<() => void>;

/** @param total the amount that can be in use at the same time */
export function createBudget(total: number): Budget {
  let available = total;
  let waiting: { amount: number; start: () => void }[] = [];

  function startNext(): void {
    // Granted in order. Otherwise, large requests would starve while small ones keep arriving.
    for (;;) {
      const [next] = waiting;
      if (next === undefined || next.amount > available) return;
      waiting.shift();
      available -= next.amount;
      next.start();
    }
  }

  return async (requested, signal) => {
    signal?.throwIfAborted();
    const amount = Math.min(requested, total);
    await new Promise<void>((resolve, reject) => {
      const cancel = () => {
        waiting = waiting.filter((other) => other !== entry);
        startNext();
        reject(signal?.reason as Error);
      };
      const entry = {
        amount,
        start: () => {
          signal?.removeEventListener('abort', cancel);
          resolve();
        },
      };
      signal?.addEventListener('abort', cancel, { once: true });
      waiting.push(entry);
      startNext();
    });
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      available += amount;
      startNext();
    };
  };
}
