import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';

test('an account can export inquiries and personal data 60 times an hour', async () => {
  expect(DEFAULT_RATE_LIMITS.exportsPerAccount).toEqual({ max: 60, seconds: 3_600 });
  const rateLimits = { ...DEFAULT_RATE_LIMITS, exportsPerAccount: { max: 2, seconds: 3_600 } };
  const server = await startTestApp({ rateLimits });
  try {
    const agent = await server.addUser({ role: 'agent' });
    const admin = await server.addUser({ role: 'admin' });
    const statuses = async () => [
      await server.status(endpoints.exportInquiries, { as: agent }),
      await server.status(endpoints.getPersonalData, { as: agent }),
    ];
    expect(await statuses()).toEqual([200, 200]);
    expect(await statuses()).toEqual([429, 429]);
    const rejection = await server.error(endpoints.exportInquiries, { as: agent });
    expect(rejection.message).toBe(
      'You have exported too often in the last hour. Please try again later.',
    );
    // Rejected exports are not recorded.
    const query = { actorId: agent._id };
    expect(await server.ok(endpoints.listAudit, { as: admin, query })).toHaveLength(2);
    await server.clock.advance(3_600_000);
    expect(await statuses()).toEqual([200, 200]);
  } finally {
    await server.close();
  }
});
