/** Puts load on a server for a while and says what came of it. */

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

/**
 * @param options.seconds how long; a second of warming up comes before it
 */
export async function measure(options: {
  url: string;
  addresses: readonly string[];
  connections: number;
  seconds: number;
  /** Whose calls they are; a visitor's if absent. */
  token?: string;
}): Promise<Measured> {
  const { url, addresses, connections, seconds, token } = options;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const run = (duration: number) =>
    autocannon({
      url,
      connections,
      duration,
      headers,
      requests: addresses.map((path) => ({ path })),
    });
  await run(1);
  const result = await run(seconds);
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

/** Memory that a process holds, in MiB (Linux only; NaN elsewhere). */
export async function residentMiB(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
