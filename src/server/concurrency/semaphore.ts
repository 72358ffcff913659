/** Runs a task when one of a fixed number of slots is free; waiting tasks are served in order. */
export type Semaphore = <T>(task: () => Promise<T>) => Promise<T>;

/** @param slots maximum concurrent tasks */
export function createSemaphore(slots: number): Semaphore {
  let free = slots;
  const waiting: (() => void)[] = [];

  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // Hands the slot directly to the next waiting task, so that no later task can take it.
      if (next) next();
      else free += 1;
    }
  };
}
