/**
 * Changes of offices and their members, and reassignments between agents, for
 * tests/e2e/failures/broken-writes.e2e.ts.
 */

import type { APIRequestContext, Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { type Account, bearer, makeAdmin, makeListing } from '../../support/accounts.ts';
import { expect } from '../../support/fixtures.ts';
import { makeOffice, pickAgent } from '../../support/office-people.ts';
import { button, type Change } from './change.ts';

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const desk = (office: { _id: string }) => pagePaths.officeDashboard({ id: office._id });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Creates an admin, and returns the URL of a new office named after the word. */
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
  return { admin, id, address: pagePaths.officeDashboard({ id }) };
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
    press: (page, { word }) => button(page, `Revoke the invitation for ${invited(word)}`).click(),
    preserved: (page, { word }) =>
      expect(button(page, `Revoke the invitation for ${invited(word)}`)).toBeVisible(),
    done: (page) => expect(page.getByText('No open invitations.')).toBeVisible(),
  },
  'POST /invitations': {
    begin: async (request) => [await makeAdmin(request), pagePaths.manageUsers()],
    fill: async (page, { word }) => {
      await button(page, 'Add User').click();
      await button(page, 'Invite by email').click();
      // The form that creates an account has an email address, too.
      await expect(page.getByRole('heading', { name: 'Invite by Email' })).toBeVisible();
      await dialog(page).getByLabel('Email').fill(invited(word));
    },
    press: (page) => button(page, 'Send invitation').click(),
    preserved: (page, { word }) =>
      expect(dialog(page).getByLabel('Email')).toHaveValue(invited(word)),
    done: (page, { word }) => expect(page.getByText(`${invited(word)} was invited.`)).toBeVisible(),
  },
  'DELETE /invitations/:id': {
    begin: async (request, word) => {
      const admin = await makeAdmin(request);
      const response = await request.post('/api/invitations', {
        headers: bearer(admin),
        data: { email: invited(word), role: 'user' },
      });
      expect(response.status(), await response.text()).toBe(201);
      return [admin, pagePaths.manageUsers()];
    },
    fill: async (page) => {
      await button(page, 'Add User').click();
      await button(page, 'Invite by email').click();
    },
    press: (page, { word }) => button(page, `Revoke the invitation for ${invited(word)}`).click(),
    preserved: (page, { word }) =>
      expect(button(page, `Revoke the invitation for ${invited(word)}`)).toBeVisible(),
    done: (page, { word }) =>
      expect(button(page, `Revoke the invitation for ${invited(word)}`)).toHaveCount(0),
  },
  'POST /offices': {
    begin: async (request) => [await makeAdmin(request), pagePaths.officeDashboard()],
    fill: async (page, { word }) => {
      await button(page, 'New Office').click();
      await dialog(page).getByLabel('Name').fill(`Office ${word}`);
    },
    press: (page) => button(page, 'Create office').click(),
    preserved: (page, { word }) =>
      expect(dialog(page).getByLabel('Name')).toHaveValue(`Office ${word}`),
    done: async (page, { word }) => {
      await expect(page.getByText(`Office ${word} was created.`)).toBeVisible();
      await expect(page.getByText('No members yet.')).toBeVisible();
    },
  },
  'PUT /offices/:id': {
    begin: async (request, word) => {
      const office = await makeOffice(request, word);
      return [office.manager, desk(office)];
    },
    fill: async (page) => {
      await button(page, 'Edit office').click();
      await dialog(page).getByLabel('About').fill('We know every street.');
    },
    press: (page) => button(page, 'Save Changes').click(),
    preserved: (page) =>
      expect(dialog(page).getByLabel('About')).toHaveValue('We know every street.'),
    done: (page) => expect(page.getByText('The office was saved.')).toBeVisible(),
  },
  'DELETE /offices/:id': {
    begin: async (request, word) => {
      const { admin, address } = await withOffice(request, word);
      return [admin, address];
    },
    fill: (page) => button(page, 'Delete office').click(),
    press: (page) => button(page, 'Confirm Delete').click(),
    preserved: (page) => expect(dialog(page)).toBeVisible(),
    done: (page, { word }) => expect(page.getByText(`Office ${word} was deleted.`)).toBeVisible(),
  },
  'PUT /offices/:id/members/:userId': {
    begin: async (request, word) => {
      const office = await makeOffice(request, word);
      return [office.admin, desk(office)];
    },
    press: (page, { word }) => page.getByLabel(`Role of Member ${word}`).selectOption('Manager'),
    preserved: (page, { word }) =>
      expect(page.getByLabel(`Role of Member ${word}`)).toHaveValue('member'),
    done: (page, { word }) =>
      expect(page.getByLabel(`Role of Member ${word}`)).toHaveValue('manager'),
  },
  'DELETE /offices/:id/members/:userId': {
    begin: async (request, word) => {
      const office = await makeOffice(request, word);
      return [office.admin, desk(office)];
    },
    fill: (page, { word }) => button(page, `Remove from office: Member ${word}`).click(),
    press: (page) => dialog(page).getByRole('button', { name: 'Remove' }).click(),
    preserved: (page) => expect(dialog(page)).toBeVisible(),
    done: (page, { word }) => expect(row(page, `Member ${word}`)).toHaveCount(0),
  },
  'POST /properties/reassign': {
    begin: async (request, word) => {
      const office = await makeOffice(request, word);
      await makeListing(request, office.member, { title: `Home ${word}` });
      return [office.manager, pagePaths.myListings({ scope: 'office' })];
    },
    fill: async (page, { word }) => {
      await page.getByRole('checkbox', { name: `Select Home ${word}` }).check();
      await button(page, 'Move to...').click();
      await pickAgent(page, 'Move listings to', `Manager ${word}`);
    },
    press: (page) => button(page, 'Move listings').click(),
    preserved: (page, { word }) =>
      expect(page.getByRole('combobox', { name: 'Move listings to' })).toHaveValue(
        `Manager ${word}`,
      ),
    done: (page, { word }) => expect(row(page, `Home ${word}`)).toContainText(`Manager ${word}`),
  },
  'POST /inquiries/:id/assign': {
    begin: async (request, word) => {
      const office = await makeOffice(request, word);
      const home = await makeListing(request, office.member, { title: `Home ${word}` });
      const asked = await request.post(`/api/properties/${home._id}/inquiries`, {
        data: { name: `Sender ${word}`, email: invited(word), message: 'Is there a garden?' },
      });
      expect(asked.status(), await asked.text()).toBe(201);
      const { _id: id } = (await asked.json()) as { _id: string };
      return [office.manager, pagePaths.manageInquiries({ scope: 'office', id })];
    },
    fill: async (page, { word }) => {
      await button(page, 'Assign to...').click();
      await pickAgent(page, 'Agent', `Manager ${word}`);
    },
    press: (page) => dialog(page).getByRole('button', { name: 'Assign', exact: true }).click(),
    preserved: (page, { word }) =>
      expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue(`Manager ${word}`),
    done: (page, { word }) =>
      expect(page.getByText(`Manager ${word} is now assigned to this conversation.`)).toBeVisible(),
  },
};
