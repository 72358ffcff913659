/** Puts load on servers and says what came of it. */

import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';

/** What one server answered to one scenario. */
export type Measured = {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers that were no success, and connections that broke. */
  failures: number;
};

/** What is asked of a server, for how long. */
export type Load = {
  addresses: readonly string[];
  connections: number;
  seconds: number;
  /** Whose calls they are; a visitor's if absent. */
  token?: string;
};

/** Asks for the addresses, one after the other on every connection. */
export async function measure(url: string, load: Load): Promise<Measured> {
  const { addresses, connections, seconds, token } = load;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    requests: addresses.map((path) => ({ path })),
  });
  return {
    // Its own average is one of whole seconds, which a short measurement has too few of.
    requestsPerSecond: (result['2xx'] + result.non2xx) / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

/** Measures something for some seconds. */
export type Contender = (seconds: number) => Promise<Measured>;

const WARM_UP_SECONDS = 0.5;

/**
 * Measures contenders in turns, each for a short while and then again, so that whatever else the machine does hits all
 * of them alike.
 *
 * @returns the medians of each
 */
export async function measureInTurns<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  { turns, seconds }: { turns: number; seconds: number },
): Promise<Record<Name, Measured>> {
  const entries = Object.entries<Contender>(contenders);
  const measured = new Map(entries.map(([name]) => [name, [] as Measured[]]));
  for (const [, contender] of entries) await contender(WARM_UP_SECONDS);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [name, contender] of entries) measured.get(name)?.push(await contender(seconds));
  }
  const medians = [...measured].map(([name, all]) => [name, medianOf(all)]);
  return Object.fromEntries(medians) as Record<Name, Measured>;
}

function medianOf(all: readonly Measured[]): Measured {
  const median = (key: keyof Measured) => {
    const values = all.map((one) => one[key]).toSorted((a, b) => a - b);
    return values[Math.floor(values.length / 2)] ?? Number.NaN;
  };
  return {
    requestsPerSecond: median('requestsPerSecond'),
    p50Ms: median('p50Ms'),
    p99Ms: median('p99Ms'),
    failures: all.reduce((sum, { failures }) => sum + failures, 0),
  };
}

/** Memory that a process holds, in MiB (Linux only; NaN elsewhere). */
export async function residentMiB(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
