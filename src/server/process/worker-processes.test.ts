import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { isAlive } from '#server/database/embedded/pid-file.ts';
import { startServerProcess, type ServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

async function startTwoProcesses(): Promise<ServerProcess> {
  const database = await createTestDatabase();
  cleanups.push(database.drop);
  const folder = makeTempFolder();
  cleanups.push(() => rm(folder, { recursive: true }));
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    WEB_CONCURRENCY: '2',
    DEMO: '1',
  });
  cleanups.push(server.stop);
  return server;
}

/** Opens a client with a single connection, which always reaches the same process. */
function openVisitor(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  cleanups.push(async () => agent.destroy());
  const call = (path: string, options: { method?: string; token?: string; body?: unknown } = {}) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const { method = 'GET', token, body } = options;
      const headers = {
        // Each process warns once about this header, in a log line with its process ID.
        'x-forwarded-for': '192.0.2.1',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const outgoing = request(`${url}${path}`, { agent, method, headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      });
      outgoing.on('error', reject);
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  return { call };
}

/** Returns the IDs of the processes that have handled a request so far. */
function findRespondingPids(server: ServerProcess): Set<number> {
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes('X-Forwarded-For'));
  return new Set(lines.map((line) => (JSON.parse(line) as { pid: number }).pid));
}

const childrenOf = (pid: number | undefined): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child = 0]) => child);

test('two processes share the port, a killed process is replaced, and all processes exit at shutdown', async () => {
  const server = await startTwoProcesses();
  const { pid } = server.process;
  // Only one process prints the greeting.
  expect(server.output().match(/ready at/g)).toHaveLength(1);
  const first = openVisitor(server.url);
  const second = openVisitor(server.url);
  await first.call('/api/health');
  await second.call('/api/health');
  await expect.poll(() => findRespondingPids(server).size).toBe(2);
  const [killedPid = 0, survivorPid = 0] = findRespondingPids(server);
  expect(childrenOf(pid)).toEqual(expect.arrayContaining([killedPid, survivorPid]));

  process.kill(killedPid, 'SIGKILL');
  await expect.poll(() => server.output()).toMatch(/will be restarted[^]*Server listening/);
  for (let visitor = 0; visitor < 4; visitor += 1) {
    expect((await openVisitor(server.url).call('/api/health')).status).toBe(200);
  }
  await expect.poll(() => findRespondingPids(server).size).toBe(3);

  const processes = childrenOf(pid);
  expect(processes).toContain(survivorPid);
  const startedAt = performance.now();
  expect(await server.stop()).toBe(0);
  // Keep-alive connections are closed, instead of timing out after 72 seconds.
  expect(performance.now() - startedAt).toBeLessThan(60_000);
  // Decoding processes exit when the channel to their parent closes.
  await expect.poll(() => processes.filter(isAlive)).toEqual([]);
});

test('a connection that was passed to a process that is then killed is closed', async () => {
  const server = await startTwoProcesses();
  for (let visitor = 0; findRespondingPids(server).size < 2; visitor += 1) {
    await openVisitor(server.url).call('/api/health');
  }
  const [stoppedPid = 0] = findRespondingPids(server);
  process.kill(stoppedPid, 'SIGSTOP');
  // One of the calls goes to the stopped process.
  const calls = [0, 1, 2].map(async () => {
    try {
      return String((await openVisitor(server.url).call('/api/health')).status);
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : '';
    }
  });
  await expect.poll(async () => Promise.race([calls[1], calls[2]])).toBe('200');
  process.kill(stoppedPid, 'SIGKILL');
  expect((await Promise.all(calls)).toSorted()).toEqual(['200', '200', 'ECONNRESET']);
});

test('changes through one process are visible in the other', async () => {
  const server = await startTwoProcesses();
  const writer = openVisitor(server.url);
  const reader = openVisitor(server.url);
  const signIn = { email: 'agent@demo.doorstep.example', password: 'doorstep' };
  const { body } = await writer.call('/api/auth/login', { method: 'POST', body: signIn });
  const { token } = JSON.parse(body) as { token: string };
  const ownListings = await writer.call('/api/properties/my-listings', { token });
  const [listing] = JSON.parse(ownListings.body) as { _id: string; isAvailable: boolean }[];
  const path = `/api/properties/${listing?._id}`;
  // Requested twice, so that the response is cached.
  await reader.call(path);
  await reader.call(path);
  await expect.poll(() => findRespondingPids(server).size).toBe(2);
  const toggleResponse = await writer.call(`${path}/toggle-availability`, {
    method: 'PATCH',
    token,
  });
  expect(toggleResponse.status).toBe(200);
  await expect
    .poll(async () => JSON.parse((await reader.call(path)).body) as unknown, { interval: 5 })
    .toMatchObject({ isAvailable: !listing?.isAvailable });
});
