import { expect, test, vi } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_RATE_LIMITS } from '../limits/rate-limits.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

const FORM = {
  name: 'Ann Smith',
  email: 'ann@example.org',
  subject: 'The house in Willow Lane',
  message: 'Is it still to be had?',
};
const rateLimits = { ...DEFAULT_RATE_LIMITS, contactPerIp: { most: 1, seconds: 600 } };

const send = (server: TestApp, forwardedFor: string) =>
  server.status(endpoints.sendMessage, {
    body: FORM,
    headers: { 'x-forwarded-for': forwardedFor },
  });

test('X-Forwarded-For is ignored without a known proxy, and one warning says so', async () => {
  const server = await startTestApp({ rateLimits, trustProxy: 0 });
  try {
    const warned = vi.spyOn(server.app.log, 'warn').mockReturnValue(undefined);
    expect(await send(server, '203.0.113.1')).toBe(201);
    expect(await send(server, '203.0.113.2')).toBe(429);
    expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('TRUST_PROXY'));
    warned.mockRestore();
  } finally {
    await server.close();
  }
});

test('X-Forwarded-For tells addresses apart as far as proxies are known', async () => {
  const server = await startTestApp({ rateLimits, trustProxy: 1 });
  try {
    const warned = vi.spyOn(server.app.log, 'warn').mockReturnValue(undefined);
    expect(await send(server, '203.0.113.1')).toBe(201);
    expect(await send(server, '203.0.113.2')).toBe(201);
    // What stands further left is the sender’s own claim.
    expect(await send(server, '203.0.113.9, 203.0.113.2')).toBe(429);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  } finally {
    await server.close();
  }
});
