/** Counters of the factories. */

const counters: { count: number }[] = [];

/** Counts from 1, in each test file again; for a factory's module. */
export function createCounter(): () => number {
  const counter = { count: 0 };
  counters.push(counter);
  return () => {
    counter.count += 1;
    return counter.count;
  };
}

/** Test files share their modules: tests/setup.ts calls it before each. */
export function resetCounters(): void {
  for (const counter of counters) counter.count = 0;
}
