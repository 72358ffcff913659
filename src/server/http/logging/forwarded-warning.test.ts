import { expect, test, vi } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_RATE_LIMITS } from '../limits/rate-limits.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

const FORM = {
  name: 'Ann Smith',
  email: 'ann@example.org',
  subject: 'The house in Willow Lane',
  message: 'Is it still available?',
};
const rateLimits = { ...DEFAULT_RATE_LIMITS, contactPerIp: { max: 1, seconds: 600 } };

const send = (server: TestApp, forwardedFor: string) =>
  server.status(endpoints.sendMessage, {
    body: FORM,
    headers: { 'x-forwarded-for': forwardedFor },
  });

test('X-Forwarded-For is ignored without a configured proxy, with one warning', async () => {
  const server = await startTestApp({ rateLimits, trustProxy: 0 });
  try {
    const warn = vi.spyOn(server.app.log, 'warn').mockReturnValue(undefined);
    expect(await send(server, '203.0.113.1')).toBe(201);
    expect(await send(server, '203.0.113.2')).toBe(429);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('TRUST_PROXY'));
    warn.mockRestore();
  } finally {
    await server.close();
  }
});

test('X-Forwarded-For distinguishes clients up to the configured number of proxies', async () => {
  const server = await startTestApp({ rateLimits, trustProxy: 1 });
  try {
    const warn = vi.spyOn(server.app.log, 'warn').mockReturnValue(undefined);
    expect(await send(server, '203.0.113.1')).toBe(201);
    expect(await send(server, '203.0.113.2')).toBe(201);
    // The client can forge the entries to the left.
    expect(await send(server, '203.0.113.9, 203.0.113.2')).toBe(429);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  } finally {
    await server.close();
  }
});

test.each([
  ['203.0.113.1:4000', '203.0.113.1:4001'],
  ['[2001:db8::1]:4000', '[2001:db8::2]'],
])('a port in X-Forwarded-For does not affect limits: %s', async (first, second) => {
  const server = await startTestApp({ rateLimits, trustProxy: 1 });
  try {
    expect(await send(server, first)).toBe(201);
    expect(await send(server, second)).toBe(429);
  } finally {
    await server.close();
  }
});

test('the rate limit table contains no email or IP addresses', async () => {
  const server = await startTestApp({ rateLimits, trustProxy: 1 });
  try {
    expect(await send(server, '203.0.113.1')).toBe(201);
    await server.status(endpoints.login, {
      body: { email: FORM.email, password: 'wrong-password-1' },
    });
    const rows = await server.db.selectFrom('rate_limits').select('key').execute();
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113\.1|ann@example/);
  } finally {
    await server.close();
  }
});
