/** Offices and their members for tests. */

import type { OfficeRole } from '#shared/schemas/agent-office.ts';
import type { TestApp, TestUser } from '#tests/helpers/test-app.ts';

/** Builds the multipart form of an office. */
export function buildOfficeForm(fields: object, logo?: Buffer): FormData {
  const form = new FormData();
  form.append('office', JSON.stringify(fields));
  if (logo !== undefined) form.append('logo', new Blob([new Uint8Array(logo)]), 'logo.png');
  return form;
}

/** Inserts an office into the database. */
export async function addOffice(server: TestApp, name: string) {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const now = server.clock.now();
  const { id } = await server.db
    .insertInto('offices')
    .values({ name, slug, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { _id: id, slug, name };
}

/** Adds a new agent to an office. */
export async function addOfficeAgent(
  server: TestApp,
  office: { _id: string },
  role: OfficeRole = 'member',
): Promise<TestUser> {
  const agent = await server.addUser({ role: 'agent' });
  await server.db
    .insertInto('office_members')
    .values({ user_id: agent._id, office_id: office._id, role, joined_at: server.clock.now() })
    .execute();
  return agent;
}
