/** Puts load on servers and measures their responses. */

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';

/** The results of one server in one scenario. */
export type Measured = {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Error responses and broken connections. */
  failures: number;
};

/** The requests to a server, and their duration. */
export type Load = {
  addresses: readonly string[];
  connections: number;
  seconds: number;
  /** The user's token; a visitor if absent. */
  token?: string;
};

/** Uncounted time at the start: connections that start together would get responses in bursts. */
const LEAD_IN_SECONDS = 0.25;

/**
 * Requests the addresses one after another on every connection, and counts the responses under steady load: neither the
 * first ones, nor those still pending at the end, which can finish.
 */
export async function measure(url: string, load: Load): Promise<Measured> {
  const { addresses, connections, seconds, token } = load;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const waits: number[] = [];
  const from = performance.now() + LEAD_IN_SECONDS * 1000;
  const until = from + seconds * 1000;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = {
      url,
      connections,
      duration: LEAD_IN_SECONDS + seconds,
      sampleInt: 100,
      headers,
      requests: addresses.map((path) => ({ path })),
    };
    const running = autocannon(options, (error, all: autocannon.Result) =>
      error ? reject(error as Error) : resolve(all),
    );
    running.on('response', (_client, _status, _bytes, waitedMs) => {
      const now = performance.now();
      if (now >= from && now < until) waits.push(waitedMs);
    });
  });
  await fetch(`${url}${addresses[0] ?? '/'}`, { headers }).then((response) =>
    response.arrayBuffer(),
  );
  return {
    ...summarize(waits, seconds),
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

/** A counter for `measureRate`, unique in the whole run. */
let requestCount = 0;

/** Sends requests at a fixed rate, regardless of response times; waits count from when each request was due. */
export async function measureRate(
  url: string,
  load: { addressOf: (number: number) => string; perSecond: number; seconds: number },
): Promise<Measured> {
  const { addressOf, perSecond, seconds } = load;
  const waits: number[] = [];
  let failures = 0;
  const running: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const dueAt = startedAt + (number * 1000) / perSecond;
    const earlyMs = dueAt - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    const address = addressOf((requestCount += 1));
    running.push(
      fetch(`${url}${address}`)
        .then(async (response) => {
          await response.arrayBuffer();
          if (!response.ok) failures += 1;
          waits.push(performance.now() - dueAt);
        })
        .catch(() => {
          failures += 1;
        }),
    );
  }
  await Promise.all(running);
  return { ...summarize(waits, (performance.now() - startedAt) / 1000), failures };
}

/** Repeats a call sequentially. */
export async function measureCalls(call: () => Promise<void>, seconds: number): Promise<Measured> {
  const waits: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  for (let now = startedAt; now < endsAt || waits.length === 0;) {
    await call();
    const after = performance.now();
    waits.push(after - now);
    now = after;
  }
  return { ...summarize(waits, (performance.now() - startedAt) / 1000), failures: 0 };
}

function summarize(waits: readonly number[], seconds: number) {
  const sorted = waits.toSorted((a, b) => a - b);
  const wait = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { requestsPerSecond: waits.length / seconds, p50Ms: wait(0.5), p99Ms: wait(0.99) };
}

/** Measures something for some seconds. */
export type Contender = (seconds: number) => Promise<Measured>;

const WARM_UP_SECONDS = 0.5;

/** The minimum length of a turn, in waits: with fewer, the rate would consist of a few bursts. */
const MIN_WAITS = 10;

/**
 * Measures contenders in short alternating turns, so that other load on the machine affects all of them equally.
 *
 * @returns the medians of each
 */
export async function measureInTurns<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  { turns, seconds }: { turns: number; seconds: number },
): Promise<Record<Name, Measured>> {
  const entries = Object.entries<Contender>(contenders);
  const measured = new Map(entries.map(([name]) => [name, [] as Measured[]]));
  const lengths = new Map<string, number>();
  for (const [name, contender] of entries) {
    const { requestsPerSecond, p50Ms } = await contender(WARM_UP_SECONDS);
    const waitMs = requestsPerSecond === 0 ? WARM_UP_SECONDS * 1000 : p50Ms;
    lengths.set(name, Math.max(seconds, (MIN_WAITS * waitMs) / 1000));
  }
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [name, contender] of entries)
      measured.get(name)?.push(await contender(lengths.get(name) ?? seconds));
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

/** Returns the resident memory of a process, in MiB (Linux only; NaN elsewhere). */
export async function residentMiB(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Returns the CPU time of a local process so far, such as a database process, in ms (Linux only; NaN elsewhere). */
export async function workedMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '');
  return text === '' ? Number.NaN : Number(text.split(' ')[0]) / 1e6;
}
