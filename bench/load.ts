/** Generates load and measures responses. */

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';

/** The results of one server in one scenario. */
export type Measurement = {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Error responses and broken connections. */
  failures: number;
};

/** Requests to send to a server for a number of seconds. */
export type Load = {
  paths: readonly string[];
  connections: number;
  seconds: number;
  /** The user's token; absent for a visitor. */
  token?: string;
};

/**
 * The time excluded at the start of each measurement because connections opened together receive responses in bursts.
 */
const RAMP_UP_SECONDS = 0.25;

/**
 * Requests the paths in turn on every connection. Measures only responses under steady load, which
 * excludes the first ones and those still pending at the end.
 */
export async function measure(url: string, load: Load): Promise<Measurement> {
  const { paths, connections, seconds, token } = load;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const latencies: number[] = [];
  const from = performance.now() + RAMP_UP_SECONDS * 1000;
  const until = from + seconds * 1000;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = {
      url,
      connections,
      duration: RAMP_UP_SECONDS + seconds,
      sampleInt: 100,
      headers,
      requests: paths.map((path) => ({ path })),
    };
    const running = autocannon(options, (error, totals: autocannon.Result) =>
      error ? reject(error as Error) : resolve(totals),
    );
    running.on('response', (_client, _status, _bytes, latencyMs) => {
      const now = performance.now();
      if (now >= from && now < until) latencies.push(latencyMs);
    });
  });
  await fetch(`${url}${paths[0] ?? '/'}`, { headers }).then((response) => response.arrayBuffer());
  return {
    ...summarize(latencies, seconds),
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

/** Numbers the requests of `measureRate` across all its calls. */
let requestCount = 0;

/** Sends requests at a fixed rate, regardless of response times. Latencies are measured from when a request was due. */
export async function measureRate(
  url: string,
  load: { toPath: (number: number) => string; perSecond: number; seconds: number },
): Promise<Measurement> {
  const { toPath, perSecond, seconds } = load;
  const latencies: number[] = [];
  let failures = 0;
  const running: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const dueAt = startedAt + (number * 1000) / perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const path = toPath((requestCount += 1));
    running.push(
      fetch(`${url}${path}`)
        .then(async (response) => {
          await response.arrayBuffer();
          if (!response.ok) failures += 1;
          latencies.push(performance.now() - dueAt);
        })
        .catch(() => {
          failures += 1;
        }),
    );
  }
  await Promise.all(running);
  return { ...summarize(latencies, (performance.now() - startedAt) / 1000), failures };
}

/** Repeats a call sequentially and measures it. */
export async function measureCalls(
  call: () => Promise<void>,
  seconds: number,
): Promise<Measurement> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  for (let now = startedAt; now < endsAt || latencies.length === 0;) {
    await call();
    const after = performance.now();
    latencies.push(after - now);
    now = after;
  }
  return { ...summarize(latencies, (performance.now() - startedAt) / 1000), failures: 0 };
}

function summarize(latencies: readonly number[], seconds: number) {
  const sorted = latencies.toSorted((a, b) => a - b);
  const percentile = (fraction: number) =>
    sorted[Math.floor(sorted.length * fraction)] ?? Number.NaN;
  return {
    requestsPerSecond: latencies.length / seconds,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
  };
}

/** Measures a server or function for a number of seconds, for comparison with others. */
export type Contender = (seconds: number) => Promise<Measurement>;

const WARM_UP_SECONDS = 0.5;

/** Minimum length of a turn, in median latencies. In shorter turns, the rate would reflect only a few bursts. */
const MIN_LATENCIES_PER_TURN = 10;

/**
 * Measures contenders in short alternating turns so that other load on the machine affects all of them equally.
 *
 * @returns the medians and the total failures per contender
 */
export async function measureInTurns<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  { turns, seconds }: { turns: number; seconds: number },
): Promise<Record<Name, Measurement>> {
  const entries = Object.entries<Contender>(contenders);
  const measurements = new Map(entries.map(([name]) => [name, [] as Measurement[]]));
  const turnSeconds = new Map<string, number>();
  for (const [name, contender] of entries) {
    const { requestsPerSecond, p50Ms } = await contender(WARM_UP_SECONDS);
    const latencyMs = requestsPerSecond === 0 ? WARM_UP_SECONDS * 1000 : p50Ms;
    turnSeconds.set(name, Math.max(seconds, (MIN_LATENCIES_PER_TURN * latencyMs) / 1000));
  }
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [name, contender] of entries)
      measurements.get(name)?.push(await contender(turnSeconds.get(name) ?? seconds));
  }
  const medians = [...measurements].map(([name, all]) => [name, medianOf(all)]);
  return Object.fromEntries(medians) as Record<Name, Measurement>;
}

function medianOf(all: readonly Measurement[]): Measurement {
  const median = (key: keyof Measurement) => {
    const values = all.map((measurement) => measurement[key]).toSorted((a, b) => a - b);
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

/** Returns the CPU milliseconds used by a local process (such as a PostgreSQL backend), with high precision (Linux only; NaN elsewhere). */
export async function preciseCpuMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '');
  return text === '' ? Number.NaN : Number(text.split(' ')[0]) / 1e6;
}
