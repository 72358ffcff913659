import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { resolveHost } from './host-addresses.ts';
import { serveNames } from './name-server.fixture.ts';
import { sendOutbound } from './outbound-request.ts';

const KNOWN = 'known.example.org';
const SILENT = 'silent.example.org';

const resolve = (host: string, options: Partial<Parameters<typeof resolveHost>[1]> = {}) =>
  resolveHost(host, { reach: 'public', signal: new AbortController().signal, ...options });

async function serveHttp(): Promise<number> {
  const server = createServer((_request, response) => response.end('Here'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('resolveHost', () => {
  test('returns all IPv4 and IPv6 addresses', async () => {
    const nameServers = [
      await serveNames({
        [KNOWN]: ['2606:4700::1', '192.0.2.1', '192.0.2.2'],
        'ipv6.example.org': ['2606:4700::2'],
      }),
    ];
    expect(await resolve(KNOWN, { nameServers })).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
    expect(await resolve('ipv6.example.org', { nameServers })).toEqual([
      { address: '2606:4700::2', family: 6 },
    ]);
  });

  test('resolves IP addresses and localhost names without DNS', async () => {
    const nameServers = [await serveNames({})];
    for (const [host, addresses] of [
      ['192.0.2.1', ['192.0.2.1']],
      ['2606:4700::1', ['2606:4700::1']],
      ['localhost', ['127.0.0.1', '::1']],
      ['site.localhost', ['127.0.0.1', '::1']],
    ] as const)
      expect((await resolve(host, { nameServers })).map(({ address }) => address)).toEqual(
        addresses,
      );
  });

  const namesInFile = Array.from(
    readFileSync('/etc/hosts', 'utf8').matchAll(
      /^[ \t]*127\.[\d.]+[ \t]+(?!localhost\b)([\w.-]+)/gm,
    ),
    ([, name = '']) => name.toLowerCase(),
  );

  test.each(namesInFile)('finds %s in /etc/hosts only if any address is allowed', async (host) => {
    const nameServers = [await serveNames({})];
    expect(await resolve(host, { nameServers, reach: 'any' })).toContainEqual(
      expect.objectContaining({ address: expect.stringMatching(/^127\./) }),
    );
    await expect(resolve(host, { nameServers })).rejects.toMatchObject({
      failure: 'dns',
      message: `The host ${host} was not found (ENOTFOUND).`,
    });
  });

  test('stops when the signal is aborted', async () => {
    const nameServers = [await serveNames({ [SILENT]: 'silent' })];
    const controller = new AbortController();
    const addresses = resolve(SILENT, { nameServers, signal: controller.signal });
    controller.abort();
    await expect(addresses).rejects.toMatchObject({ failure: 'dns' });
  });
});

test('a request fails with a clear message if its host is unknown or no name server responds in time', async () => {
  const nameServers = [await serveNames({ [KNOWN]: ['127.0.0.1'], [SILENT]: 'silent' })];
  const port = await serveHttp();
  const send = (host: string, timeoutMs: number) =>
    sendOutbound({
      url: `http://${host}:${port}/`,
      reach: 'loopback',
      timeoutMs,
      maxBytes: 100,
      nameServers,
    });
  expect((await send(KNOWN, 5_000)).body.toString()).toBe('Here');
  await expect(send('unknown.example.org', 5_000)).rejects.toMatchObject({
    failure: 'dns',
    message: 'The host unknown.example.org was not found (ENOTFOUND).',
  });
  await expect(send(SILENT, 200)).rejects.toMatchObject({
    failure: 'timeout',
    message: `${SILENT}:${port} did not respond within 0.2 seconds.`,
  });
});

test('names that do not resolve do not delay the lookups of database connections', async () => {
  const nameServers = [await serveNames({ [SILENT]: 'silent' })];
  const controller = new AbortController();
  const { signal } = controller;
  let endedCount = 0;
  const requests = Array.from({ length: 8 }, () =>
    sendOutbound({
      url: `https://${SILENT}/`,
      reach: 'public',
      timeoutMs: 60_000,
      maxBytes: 100,
      nameServers,
      signal,
    }).finally(() => {
      endedCount += 1;
    }),
  );
  const results = Promise.allSettled(requests);
  await lookup('localhost');
  expect(endedCount).toBe(0);
  controller.abort(new Error('Canceled.'));
  expect((await results).map(({ status }) => status)).toEqual(Array(8).fill('rejected'));
});
