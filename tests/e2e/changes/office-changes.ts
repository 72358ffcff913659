/** The changes of an office's page, for tests/e2e/broken-writes.e2e.ts. */

import type { APIRequestContext } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { type Account, bearer, makeAdmin } from '../accounts.ts';
import { expect } from '../fixtures.ts';
import { button, type Change } from './change.ts';

/** An admin, and the address of a new office named after the word. */
async function withOffice(
  request: APIRequestContext,
  word: string,
): Promise<{ admin: Account; id: string; address: string }> {
  const admin = await makeAdmin(request);
  const response = await request.post('/api/offices', {
    headers: bearer(admin),
    multipart: { office: JSON.stringify({ name: `Office ${word}` }) },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { _id: id } = (await response.json()) as { _id: string };
  return { admin, id, address: pagePaths.officeDesk({ id }) };
}

const invited = (word: string) => `${word.toLowerCase()}@example.org`;

export const OFFICE_CHANGES: Readonly<Record<string, Change>> = {
  'POST /offices/:id/invitations': {
    begin: async (request, word) => {
      const { admin, address } = await withOffice(request, word);
      return [admin, address];
    },
    fill: (page, { word }) => page.getByPlaceholder('agent@example.com').fill(invited(word)),
    press: (page) => button(page, 'Invite').click(),
    preserved: (page, { word }) =>
      expect(page.getByPlaceholder('agent@example.com')).toHaveValue(invited(word)),
    done: (page, { word }) => expect(page.getByText(`${invited(word)} was invited.`)).toBeVisible(),
  },
  'DELETE /offices/:id/invitations/:invitationId': {
    begin: async (request, word) => {
      const { admin, id, address } = await withOffice(request, word);
      const response = await request.post(`/api/offices/${id}/invitations`, {
        headers: bearer(admin),
        data: { email: invited(word) },
      });
      expect(response.status(), await response.text()).toBe(201);
      return [admin, address];
    },
    press: (page, { word }) => button(page, `Revoke the invitation of ${invited(word)}`).click(),
    preserved: (page, { word }) =>
      expect(button(page, `Revoke the invitation of ${invited(word)}`)).toBeVisible(),
    done: (page) => expect(page.getByText('No open invitations.')).toBeVisible(),
  },
};
