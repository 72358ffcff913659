import { endpoints } from '#shared/api-endpoints.ts';
import type { TestApp, TestUser } from '#tests/helpers/test-app.ts';

/** Deletes listings and searches, and adds an agent and Ann, whose address is confirmed. */
export async function resetAlerts(server: TestApp): Promise<{ agent: TestUser; ann: TestUser }> {
  await server.db.deleteFrom('properties').execute();
  await server.db.deleteFrom('saved_searches').execute();
  await server.waitUntilIdle();
  const agent = await server.addUser({ role: 'agent', isProven: false });
  const ann = await server.addUser();
  await confirmAddress(server, ann);
  server.emails.length = 0;
  return { agent, ann };
}

/** Confirms a user's address with the emailed link. */
export async function confirmAddress(server: TestApp, user: { token: string }): Promise<void> {
  const search = { city: 'Nowhere' };
  const body = { search, frequency: 'daily' };
  const { _id } = await server.ok(endpoints.createSavedSearch, { as: user, body });
  await server.waitUntilIdle();
  await server.ok(endpoints.confirmAlert, { body: { token: readToken(server, 'alerts/confirm') } });
  await server.ok(endpoints.deleteSavedSearch, { as: user, params: { id: _id } });
}

/** Returns the token from the newest email with a link to `path`. */
export function readToken(server: TestApp, path: string): string {
  const pattern = new RegExp(`/${path}\\?token=([\\w-]{43})$`, 'm');
  const texts = server.emails.map(({ text }) => text).toReversed();
  return texts.map((text) => pattern.exec(text)?.[1]).find((token) => token !== undefined) ?? '';
}
