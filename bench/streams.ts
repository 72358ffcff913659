/** Measures the cost of 1,000 open event streams for one process and its visitors. */

import { once } from 'node:events';
import { type ClientRequest, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/database/database.ts';
import { measure, measureInTurns, residentMiB } from './load.ts';
import type { Scenario } from './scenarios.ts';
import type { Servers } from './servers.ts';
import { isChosen, settings } from './settings.ts';
import { milliseconds, printTable, rate, ratio } from './table.ts';

/** The limits per process and per person. */
const STREAMS = 1_000;
const PER_PERSON = 5;
/** By then, all streams have received a comment. */
const SETTLE_MS = 20_000;
/** Streams opened concurrently. */
const CONCURRENT_OPENS = 50;

/** Compares two servers without cached responses, one of which has the streams. */
export async function printStreams(
  url: string,
  servers: Servers,
  scenarios: readonly Scenario[],
): Promise<void> {
  const visits = scenarios.find(({ name }) => name === 'newest');
  if (visits === undefined || !isChosen({ name: 'streams' })) return;
  console.error('measuring: streams');
  const own = { DATABASE_URL: url, RESPONSE_CACHE_MB: '0' };
  const alone = await servers.start(own);
  const beside = await servers.start(own);
  const { addresses } = visits;
  const on =
    ({ url: server }: { url: string }) =>
    (seconds: number) =>
      measure(server, { addresses, connections: 10, seconds });
  // Both do the same work before memory is compared.
  await measureInTurns({ alone: on(alone), beside: on(beside) }, settings);
  const memoryBefore = await residentMiB(beside.process.pid);
  const streams = await openStreams(beside.url, await signInMany(url));
  try {
    await sleep(SETTLE_MS);
    const memoryAfter = await residentMiB(beside.process.pid);
    const measured = await measureInTurns({ alone: on(alone), beside: on(beside) }, settings);
    const lines = Object.entries(measured).map(([name, { requestsPerSecond, p50Ms, p99Ms }]) => [
      name === 'alone' ? 'alone' : `beside ${STREAMS} streams`,
      rate(requestsPerSecond),
      ratio(requestsPerSecond, measured.alone.requestsPerSecond),
      milliseconds(p50Ms),
      milliseconds(p99Ms),
    ]);
    console.log('');
    printTable(['newest, not cached', 'requests a second', 'of alone', 'p50 ms', 'p99 ms'], lines);
    console.log(
      `\nMemory of the process: ${memoryBefore.toFixed(0)} MiB before, ${memoryAfter.toFixed(0)} MiB with ${STREAMS} streams open for ${SETTLE_MS / 1000} seconds; after the visits ${(await residentMiB(beside.process.pid)).toFixed(0)} MiB, without streams ${(await residentMiB(alone.process.pid)).toFixed(0)} MiB.`,
    );
  } finally {
    for (const stream of streams) stream.destroy();
    await alone.stop();
    await beside.stop();
  }
}

/** Signs in as many people as the streams need; returns their tokens. */
async function signInMany(url: string): Promise<string[]> {
  const { pool } = openDatabase(url);
  try {
    const { rows } = await pool.query<{ token: string }>(
      `with people as (
        select id, 'bench-stream-' || id as token from users where role = 'user' order by id limit $1
      ), signed_in as (
        insert into sessions (token_hash, user_id, expires_at)
        select sha256(token::bytea), id, now() + interval '1 day' from people on conflict do nothing
      )
      select token from people`,
      [STREAMS / PER_PERSON],
    );
    return rows.map(({ token }) => token);
  } finally {
    await pool.end();
  }
}

/** Opens streams. @throws Error if one is refused */
async function openStreams(server: string, tokens: readonly string[]): Promise<ClientRequest[]> {
  const all = tokens.flatMap((token) => Array.from({ length: PER_PERSON }, () => token));
  const streams: ClientRequest[] = [];
  for (let start = 0; start < all.length; start += CONCURRENT_OPENS) {
    const opened = all
      .slice(start, start + CONCURRENT_OPENS)
      .map((token) => openStream(server, token));
    streams.push(...(await Promise.all(opened)));
  }
  return streams;
}

async function openStream(server: string, token: string): Promise<ClientRequest> {
  const request = get(`${server}/api/events`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  });
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`A stream returned ${response.statusCode}.`);
  // The end of the benchmark closes the streams.
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  response.resume();
  return request;
}
