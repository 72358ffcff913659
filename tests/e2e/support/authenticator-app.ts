/** A simulated authenticator app. */

import type { APIRequestContext } from '@playwright/test';
import { TOTP } from 'otpauth';
import { type Account, bearer, PASSWORD } from './accounts.ts';

/**
 * Returns the code that the app displays.
 *
 * @param stepsAhead 1 for the next code, which is already valid, if the current one has been used
 */
export const codeOf = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });

/** Sets up an app for an account through the API. */
export async function addTwoFactor(
  request: APIRequestContext,
  account: Account,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const headers = bearer(account);
  const path = '/api/users/profile/two-factor';
  const setup = await request.post(path, { headers, data: { currentPassword: PASSWORD } });
  const { secret } = (await setup.json()) as { secret: string };
  const data = { code: codeOf(secret) };
  const confirmation = await request.post(`${path}/confirm`, { headers, data });
  return { secret, ...((await confirmation.json()) as { recoveryCodes: string[] }) };
}
