import { TOTP } from 'otpauth';
import { endpoints } from '#shared/api-endpoints.ts';
import type { TestApp, TestUser } from '#tests/helpers/test-app.ts';

/** Returns an authenticator app's code at a point in time. */
export const codeAt = (secret: string, at: Date) =>
  new TOTP({ secret }).generate({ timestamp: at.getTime() });

/** Sets up an authenticator app and advances the clock until its next code. */
export async function addTwoFactor(server: TestApp, user: TestUser) {
  const { secret } = await server.ok(endpoints.setUpTwoFactor, {
    as: user,
    body: { currentPassword: user.password },
  });
  const { recoveryCodes } = await server.ok(endpoints.confirmTwoFactor, {
    as: user,
    body: { code: codeAt(secret, server.clock.now()) },
  });
  await server.clock.advance(30_000);
  return { secret, recoveryCodes, code: () => codeAt(secret, server.clock.now()) };
}
