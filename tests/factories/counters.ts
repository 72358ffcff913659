/** Counters of the factories. */

const counters: { count: number }[] = [];

/** Creates a counter for a factory, which starts at 1 in each test file. */
export function createCounter(): () => number {
  const counter = { count: 0 };
  counters.push(counter);
  return () => {
    counter.count += 1;
    return counter.count;
  };
}

/** Resets all counters. Called by tests/setup.ts before each test file because test files share modules. */
export function resetCounters(): void {
  for (const counter of counters) counter.count = 0;
}
