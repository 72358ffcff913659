/**
 * Changes to offices and their members, and reassignments between agents, for
 * tests/e2e/failures/broken-writes.e2e.ts.
 */

import type { APIRequestContext, Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { type Account, bearer, makeAdmin, makeListing } from '../../support/accounts.ts';
import { expect } from '../../support/fixtures.ts';
import { makeOffice, pickAgent } from '../../support/office-people.ts';
import { button, type Change } from './change.ts';

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const officeUrl = (office: { _id: string }) => pagePaths.officeDashboard({ id: office._id });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Creates an admin and an office named after the word. */
async function withOffice(
  request: APIRequestContext,
  word: string,
): Promise<{ admin: Account; id: string; url: string }> {
  const admin = await makeAdmin(request);
  const response = await request.post('/api/offices', {
    headers: bearer(admin),
    multipart: { office: JSON.stringify({ name: `Office ${word}` }) },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { _id: id } = (await response.json()) as { _id: string };
  return { admin, id, url: pagePaths.officeDashboard({ id }) };
}

const invitedEmail = (word: string) => `${word.toLowerCase()}@example.org`;

export const OFFICE_CHANGES: Readonly<Record<string, Change>> = {
  'POST /offices/:id/invitations': {
    setUp: async (request, word) => {
      const { admin, url } = await withOffice(request, word);
      return [admin, url];
    },
    fill: (page, { word }) => page.getByPlaceholder('agent@example.com').fill(invitedEmail(word)),
    submit: (page) => button(page, 'Invite').click(),
    expectPreserved: (page, { word }) =>
      expect(page.getByPlaceholder('agent@example.com')).toHaveValue(invitedEmail(word)),
    expectDone: (page, { word }) =>
      expect(page.getByText(`${invitedEmail(word)} was invited.`)).toBeVisible(),
  },
  'DELETE /offices/:id/invitations/:invitationId': {
    setUp: async (request, word) => {
      const { admin, id, url } = await withOffice(request, word);
      const response = await request.post(`/api/offices/${id}/invitations`, {
        headers: bearer(admin),
        data: { email: invitedEmail(word) },
      });
      expect(response.status(), await response.text()).toBe(201);
      return [admin, url];
    },
    submit: (page, { word }) =>
      button(page, `Revoke the invitation for ${invitedEmail(word)}`).click(),
    expectPreserved: (page, { word }) =>
      expect(button(page, `Revoke the invitation for ${invitedEmail(word)}`)).toBeVisible(),
    expectDone: (page) => expect(page.getByText('No pending invitations.')).toBeVisible(),
  },
  'POST /invitations': {
    setUp: async (request) => [await makeAdmin(request), pagePaths.manageUsers()],
    fill: async (page, { word }) => {
      await button(page, 'Add User').click();
      await button(page, 'Invite by email').click();
      // The form that creates an account also has an email field.
      await expect(page.getByRole('heading', { name: 'Invite by Email' })).toBeVisible();
      await dialog(page).getByLabel('Email').fill(invitedEmail(word));
    },
    submit: (page) => button(page, 'Send invitation').click(),
    expectPreserved: (page, { word }) =>
      expect(dialog(page).getByLabel('Email')).toHaveValue(invitedEmail(word)),
    expectDone: (page, { word }) =>
      expect(page.getByText(`${invitedEmail(word)} was invited.`)).toBeVisible(),
  },
  'DELETE /invitations/:id': {
    setUp: async (request, word) => {
      const admin = await makeAdmin(request);
      const response = await request.post('/api/invitations', {
        headers: bearer(admin),
        data: { email: invitedEmail(word), role: 'user' },
      });
      expect(response.status(), await response.text()).toBe(201);
      return [admin, pagePaths.manageUsers()];
    },
    fill: async (page) => {
      await button(page, 'Add User').click();
      await button(page, 'Invite by email').click();
    },
    submit: (page, { word }) =>
      button(page, `Revoke the invitation for ${invitedEmail(word)}`).click(),
    expectPreserved: (page, { word }) =>
      expect(button(page, `Revoke the invitation for ${invitedEmail(word)}`)).toBeVisible(),
    expectDone: (page, { word }) =>
      expect(button(page, `Revoke the invitation for ${invitedEmail(word)}`)).toHaveCount(0),
  },
  'POST /offices': {
    setUp: async (request) => [await makeAdmin(request), pagePaths.officeDashboard()],
    fill: async (page, { word }) => {
      await button(page, 'New Office').click();
      await dialog(page).getByLabel('Name').fill(`Office ${word}`);
    },
    submit: (page) => button(page, 'Create office').click(),
    expectPreserved: (page, { word }) =>
      expect(dialog(page).getByLabel('Name')).toHaveValue(`Office ${word}`),
    expectDone: async (page, { word }) => {
      await expect(page.getByText(`Office ${word} was created.`)).toBeVisible();
      await expect(page.getByText('No members yet.')).toBeVisible();
    },
  },
  'PUT /offices/:id': {
    setUp: async (request, word) => {
      const office = await makeOffice(request, word);
      return [office.manager, officeUrl(office)];
    },
    fill: async (page) => {
      await button(page, 'Edit office').click();
      await dialog(page).getByLabel('About').fill('We know every street.');
    },
    submit: (page) => button(page, 'Save Changes').click(),
    expectPreserved: (page) =>
      expect(dialog(page).getByLabel('About')).toHaveValue('We know every street.'),
    expectDone: (page) => expect(page.getByText('The office was saved.')).toBeVisible(),
  },
  'DELETE /offices/:id': {
    setUp: async (request, word) => {
      const { admin, url } = await withOffice(request, word);
      return [admin, url];
    },
    fill: (page) => button(page, 'Delete office').click(),
    submit: (page) => button(page, 'Confirm Delete').click(),
    expectPreserved: (page) => expect(dialog(page)).toBeVisible(),
    expectDone: (page, { word }) =>
      expect(page.getByText(`Office ${word} was deleted.`)).toBeVisible(),
  },
  'PUT /offices/:id/members/:userId': {
    setUp: async (request, word) => {
      const office = await makeOffice(request, word);
      return [office.admin, officeUrl(office)];
    },
    submit: (page, { word }) => page.getByLabel(`Role of Member ${word}`).selectOption('Manager'),
    expectPreserved: (page, { word }) =>
      expect(page.getByLabel(`Role of Member ${word}`)).toHaveValue('member'),
    expectDone: (page, { word }) =>
      expect(page.getByLabel(`Role of Member ${word}`)).toHaveValue('manager'),
  },
  'DELETE /offices/:id/members/:userId': {
    setUp: async (request, word) => {
      const office = await makeOffice(request, word);
      return [office.admin, officeUrl(office)];
    },
    fill: (page, { word }) => button(page, `Remove from office: Member ${word}`).click(),
    submit: (page) => dialog(page).getByRole('button', { name: 'Remove' }).click(),
    expectPreserved: (page) => expect(dialog(page)).toBeVisible(),
    expectDone: (page, { word }) => expect(row(page, `Member ${word}`)).toHaveCount(0),
  },
  'POST /properties/reassign': {
    setUp: async (request, word) => {
      const office = await makeOffice(request, word);
      await makeListing(request, office.member, { title: `Home ${word}` });
      return [office.manager, pagePaths.myListings({ scope: 'office' })];
    },
    fill: async (page, { word }) => {
      await page.getByRole('checkbox', { name: `Select Home ${word}` }).check();
      await button(page, 'Move to...').click();
      await pickAgent(page, 'Move listings to', `Manager ${word}`);
    },
    submit: (page) => button(page, 'Move listings').click(),
    expectPreserved: (page, { word }) =>
      expect(page.getByRole('combobox', { name: 'Move listings to' })).toHaveValue(
        `Manager ${word}`,
      ),
    expectDone: (page, { word }) =>
      expect(row(page, `Home ${word}`)).toContainText(`Manager ${word}`),
  },
  'POST /inquiries/:id/assign': {
    setUp: async (request, word) => {
      const office = await makeOffice(request, word);
      const home = await makeListing(request, office.member, { title: `Home ${word}` });
      const inquiryResponse = await request.post(`/api/properties/${home._id}/inquiries`, {
        data: { name: `Sender ${word}`, email: invitedEmail(word), message: 'Is there a garden?' },
      });
      expect(inquiryResponse.status(), await inquiryResponse.text()).toBe(201);
      const { _id: id } = (await inquiryResponse.json()) as { _id: string };
      return [office.manager, pagePaths.manageInquiries({ scope: 'office', id })];
    },
    fill: async (page, { word }) => {
      await button(page, 'Assign to...').click();
      await pickAgent(page, 'Agent', `Manager ${word}`);
    },
    submit: (page) => dialog(page).getByRole('button', { name: 'Assign', exact: true }).click(),
    expectPreserved: (page, { word }) =>
      expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue(`Manager ${word}`),
    expectDone: (page, { word }) =>
      expect(page.getByText(`Manager ${word} is now assigned to this conversation.`)).toBeVisible(),
  },
};
