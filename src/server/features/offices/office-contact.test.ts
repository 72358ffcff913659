/**
 * Tests the office's name and its agents' phone numbers outside the site's pages
 * (docs/product/offices.md, Pages).
 */

import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTourAgent, book, NEXT_SLOT, SLOT } from '../tours/tour.fixture.ts';
import { addOffice } from './office.fixture.ts';

let server: TestApp;
let agent: TestUser;
let home: string;
beforeAll(async () => {
  server = await startTestApp();
  const office = await addOffice(server, 'Callable Homes');
  ({ agent, homeId: home } = await addTourAgent(server));
  await server.db
    .updateTable('users')
    .set({ phone: '(512) 555-0142' })
    .where('id', '=', agent._id)
    .execute();
  await server.db
    .insertInto('office_members')
    .values({
      user_id: agent._id,
      office_id: office._id,
      role: 'member',
      joined_at: server.clock.now(),
    })
    .execute();
  return () => server.close();
});

/** Sends an inquiry, answers it, books a tour, and returns the emails to the sender. */
async function readEmailsTo(sender: TestUser, start: string): Promise<string[]> {
  const params = { id: home };
  const body = { message: 'Is there a garden?' };
  const { _id } = await server.ok(endpoints.ask, { as: sender, params, body });
  await server.ok(endpoints.answerInquiry, {
    as: agent,
    params: { id: _id },
    body: { message: 'There is one.' },
  });
  await book(server, home, { as: sender, start });
  await server.waitUntilIdle();
  return server.emails
    .filter(({ to }) => to === sender.email)
    .map(({ text, html }) => `${text} ${html}`);
}

test('emails include the office and phone number only for proven addresses', async () => {
  const emails = await readEmailsTo(await server.addUser({ isProven: true }), SLOT);
  expect(emails.length).toBeGreaterThanOrEqual(2);
  for (const mail of emails) {
    expect(mail).toContain('Callable Homes');
    expect(mail).toContain('Call (512) 555-0142');
    expect(mail).toContain('href="tel:5125550142"');
  }
  const unprovenEmails = (await readEmailsTo(await server.addUser(), NEXT_SLOT)).join(' ');
  expect(unprovenEmails).not.toBe('');
  expect(unprovenEmails).not.toMatch(/Callable Homes|555-0142/);
});

test('the brochure links to the agent’s phone number', async () => {
  const { rawPayload } = await server.app.inject({ url: `/api/properties/${home}/brochure.pdf` });
  expect(rawPayload.toString('latin1')).toContain('(tel:5125550142)');
});

test('the sitemap lists the offices', async () => {
  const { body } = await server.app.inject({ url: '/sitemap/pages.xml' });
  expect(body).toContain('<loc>https://homes.example.org/offices</loc>');
  expect(body).toContain('<loc>https://homes.example.org/offices/callable-homes</loc>');
});
