/** Measures how 1,000 open event streams affect a process and its visitors. */

import { once } from 'node:events';
import { type ClientRequest, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/database/database.ts';
import { measure, measureInTurns, residentMiB } from './load.ts';
import type { Scenario } from './scenarios.ts';
import type { Servers } from './servers.ts';
import { isSelected, settings } from './settings.ts';
import { milliseconds, printTable, rate, ratio } from './table.ts';

/** The server's limits per process and per user. The benchmark opens as many streams as both allow. */
const STREAM_COUNT = 1_000;
const STREAMS_PER_USER = 5;
/** After this time, all streams have received a keep-alive comment. */
const SETTLE_MS = 20_000;
/** Number of streams opened concurrently. */
const CONCURRENT_OPENS = 50;

/** Compares two servers without cached responses, one of them with open streams. */
export async function printStreams(
  url: string,
  servers: Servers,
  scenarios: readonly Scenario[],
): Promise<void> {
  const newest = scenarios.find(({ name }) => name === 'newest');
  if (newest === undefined || !isSelected({ name: 'streams' })) return;
  console.error('measuring: streams');
  // Each user has a separate IP address because one address can have only half of the streams.
  const env = { DATABASE_URL: url, RESPONSE_CACHE_MB: '0', TRUST_PROXY: '1' };
  const withoutStreams = await servers.start(env);
  const withStreams = await servers.start(env);
  const { paths } = newest;
  const measureOn =
    ({ url: server }: { url: string }) =>
    (seconds: number) =>
      measure(server, { paths, connections: 10, seconds });
  // Both servers do the same work before memory is compared.
  await measureInTurns(
    { withoutStreams: measureOn(withoutStreams), withStreams: measureOn(withStreams) },
    settings,
  );
  const memoryBefore = await residentMiB(withStreams.process.pid);
  const streams = await openStreams(withStreams.url, await signInUsers(url));
  try {
    await sleep(SETTLE_MS);
    const memoryAfter = await residentMiB(withStreams.process.pid);
    const measurements = await measureInTurns(
      { withoutStreams: measureOn(withoutStreams), withStreams: measureOn(withStreams) },
      settings,
    );
    const lines = Object.entries(measurements).map(
      ([name, { requestsPerSecond, p50Ms, p99Ms }]) => [
        name === 'withoutStreams' ? 'without streams' : `with ${STREAM_COUNT} streams`,
        rate(requestsPerSecond),
        ratio(requestsPerSecond, measurements.withoutStreams.requestsPerSecond),
        milliseconds(p50Ms),
        milliseconds(p99Ms),
      ],
    );
    console.log('');
    printTable(
      ['newest, not cached', 'requests per second', 'relative to no streams', 'p50 ms', 'p99 ms'],
      lines,
    );
    console.log(
      `\nProcess memory: ${memoryBefore.toFixed(0)} MiB before, ${memoryAfter.toFixed(0)} MiB with ${STREAM_COUNT} streams open for ${SETTLE_MS / 1000} seconds, ${(await residentMiB(withStreams.process.pid)).toFixed(0)} MiB after the load test. The server without streams uses ${(await residentMiB(withoutStreams.process.pid)).toFixed(0)} MiB.`,
    );
  } finally {
    for (const stream of streams) stream.destroy();
    await withoutStreams.stop();
    await withStreams.stop();
  }
}

/** Signs in as many users as the streams need. @returns their tokens */
async function signInUsers(url: string): Promise<string[]> {
  const { pool } = openDatabase(url);
  try {
    const { rows } = await pool.query<{ token: string }>(
      `with stream_users as (
        select id, 'bench-stream-' || id as token from users where role = 'user' order by id limit $1
      ), signed_in as (
        insert into sessions (token_hash, user_id, expires_at)
        select sha256(token::bytea), id, now() + interval '1 day' from stream_users on conflict do nothing
      )
      select token from stream_users`,
      [STREAM_COUNT / STREAMS_PER_USER],
    );
    return rows.map(({ token }) => token);
  } finally {
    await pool.end();
  }
}

/** Opens streams. @throws Error if one is rejected */
async function openStreams(server: string, tokens: readonly string[]): Promise<ClientRequest[]> {
  const clients = tokens.flatMap((token, index) =>
    Array.from({ length: STREAMS_PER_USER }, () => ({ token, ip: `10.0.0.${index + 1}` })),
  );
  const streams: ClientRequest[] = [];
  for (let start = 0; start < clients.length; start += CONCURRENT_OPENS) {
    const opening = clients
      .slice(start, start + CONCURRENT_OPENS)
      .map((client) => openStream(server, client));
    streams.push(...(await Promise.all(opening)));
  }
  return streams;
}

async function openStream(
  server: string,
  { token, ip }: { token: string; ip: string },
): Promise<ClientRequest> {
  const request = get(`${server}/api/events`, {
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': ip },
  });
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`A stream returned ${response.statusCode}.`);
  // The benchmark destroys the streams when it is done.
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  response.resume();
  return request;
}
