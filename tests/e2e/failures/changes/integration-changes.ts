/** Changes to data sources and webhooks, for tests/e2e/failures/broken-writes.e2e.ts. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext, Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { type Account, bearer, makeAccount, makeAdmin } from '../../support/accounts.ts';
import { addOwnSource } from '../../support/own-source.ts';
import { expect } from '../../support/fixtures.ts';
import { pickAgent } from '../../support/office-people.ts';
import { button, type Change } from './change.ts';

/** Starts a server that never responds, and returns its URL. */
async function startSilentServer(): Promise<string> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const withSource =
  (overrides: object = {}) =>
  async (request: APIRequestContext, word: string): Promise<[Account, string]> => {
    const admin = await makeAdmin(request);
    const id = await addOwnSource(request, admin, { name: `Source ${word}`, ...overrides });
    return [admin, pagePaths.dataSources({ id })];
  };

/** Returns a setup that creates a disabled webhook named after the word, optionally with a delivery. */
const withWebhook =
  ({ hasDelivery = false } = {}) =>
  async (request: APIRequestContext, word: string): Promise<[Account, string]> => {
    const admin = await makeAdmin(request);
    const headers = bearer(admin);
    const response = await request.post('/api/webhooks', {
      headers,
      data: { url: hookUrl(word), events: ['listing.deleted'], isEnabled: false },
    });
    expect(response.status(), await response.text()).toBe(201);
    const { _id: id } = (await response.json()) as { _id: string };
    if (hasDelivery) {
      const response = await request.post(`/api/webhooks/${id}/test`, { headers });
      expect(response.status()).toBe(202);
    }
    return [admin, pagePaths.apiAndWebhooks({ webhook: id })];
  };

/** Returns a URL at which no server listens. */
const hookUrl = (word: string) => `http://127.0.0.1:9/${word}`;

const webhook = (page: Page) => page.getByRole('region', { name: /^http:/ });
const deliveries = (page: Page) => page.getByRole('table', { name: 'Deliveries' });

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

export const INTEGRATION_CHANGES: Readonly<Record<string, Change>> = {
  'POST /data-sources': {
    setUp: async (request, word) => {
      await makeAccount(request, 'agent', `Agent ${word}`);
      return [await makeAdmin(request), pagePaths.dataSources()];
    },
    fill: async (page, { word }) => {
      await button(page, 'Add Data Source').click();
      await page.getByLabel('Name').fill(`Source ${word}`);
      await page.getByLabel('Base URL').fill('http://127.0.0.1:9/odata');
      await page.getByLabel('Token', { exact: true }).fill('secret');
      await pickAgent(page, 'Default agent', `Agent ${word}`);
      await page.getByLabel(/^Sync automatically/).uncheck();
    },
    submit: (page) => dialog(page).getByRole('button', { name: 'Add Data Source' }).click(),
    expectPreserved: async (page, { word }) => {
      await expect(page.getByLabel('Name')).toHaveValue(`Source ${word}`);
      await expect(page.getByLabel('Token', { exact: true })).toHaveValue('secret');
    },
    expectDone: (page, { word }) =>
      expect(page.getByRole('heading', { name: `Source ${word}` })).toBeVisible(),
  },
  'PATCH /data-sources/:id': {
    setUp: withSource(),
    fill: async (page, { word }) => {
      await button(page, 'Edit').click();
      await page.getByLabel('Name').fill(`Other ${word}`);
    },
    submit: (page) => button(page, 'Save Changes').click(),
    expectPreserved: (page, { word }) =>
      expect(page.getByLabel('Name')).toHaveValue(`Other ${word}`),
    expectDone: (page, { word }) =>
      expect(page.getByRole('heading', { name: `Other ${word}` })).toBeVisible(),
  },
  'DELETE /data-sources/:id': {
    setUp: withSource(),
    fill: (page) => button(page, 'Delete').click(),
    submit: (page) => dialog(page).getByRole('button', { name: 'Delete' }).click(),
    expectPreserved: (page) => expect(page.getByRole('alertdialog')).toBeVisible(),
    expectDone: async (page, { word }) => {
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await expect(page.getByText(`Source ${word}`)).toHaveCount(0);
    },
  },
  'POST /data-sources/:id/test': {
    setUp: withSource(),
    submit: (page) => button(page, 'Test Connection').click(),
    expectPreserved: (page) => expect(button(page, 'Test Connection')).toBeVisible(),
    expectDone: (page) => expect(page.getByText('The connection works.')).toBeVisible(),
  },
  'POST /data-sources/:id/runs': {
    setUp: withSource({ filter: "City eq 'Nowhere at All'" }),
    submit: (page) => button(page, 'Sync Now').click(),
    expectPreserved: (page) => expect(page.getByText('No syncs yet.')).toBeVisible(),
    expectDone: (page) =>
      expect(page.getByRole('table', { name: 'Syncs' })).toContainText('Synced'),
  },
  'DELETE /data-sources/:id/runs/:runId': {
    setUp: async (request, word) => {
      const admin = await makeAdmin(request);
      const baseUrl = await startSilentServer();
      const id = await addOwnSource(request, admin, { name: `Source ${word}`, baseUrl });
      const response = await request.post(`/api/data-sources/${id}/runs`, {
        headers: bearer(admin),
      });
      expect(response.status(), await response.text()).toBe(202);
      return [admin, pagePaths.dataSources({ id })];
    },
    submit: (page) => button(page, 'Cancel Sync').click(),
    expectPreserved: (page) => expect(button(page, 'Cancel Sync')).toBeVisible(),
    expectDone: (page) =>
      expect(page.getByRole('table', { name: 'Syncs' })).toContainText('Canceled'),
  },
  'POST /webhooks': {
    setUp: async (request) => [await makeAdmin(request), pagePaths.apiAndWebhooks()],
    fill: async (page, { word }) => {
      await button(page, 'New Webhook').click();
      await dialog(page).getByLabel('URL').fill(hookUrl(word));
      for (const box of await dialog(page).getByRole('checkbox').all()) await box.uncheck();
      await page.getByLabel('A listing is deleted').check();
    },
    submit: (page) => button(page, 'Create Webhook').click(),
    expectPreserved: async (page, { word }) => {
      await expect(dialog(page).getByLabel('URL')).toHaveValue(hookUrl(word));
      await expect(page.getByLabel('A listing is deleted')).toBeChecked();
    },
    expectDone: (page) => expect(page.getByLabel('Signing secret')).toHaveValue(/^whsec_/),
  },
  'PATCH /webhooks/:id': {
    setUp: withWebhook(),
    fill: async (page, { word }) => {
      await webhook(page).getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Description').fill(`About ${word}`);
    },
    submit: (page) => button(page, 'Save Changes').click(),
    expectPreserved: (page, { word }) =>
      expect(page.getByLabel('Description')).toHaveValue(`About ${word}`),
    expectDone: async (page, { word }) => {
      await expect(dialog(page)).toBeHidden();
      await expect(page.getByText(`About ${word}`)).toBeVisible();
    },
  },
  'DELETE /webhooks/:id': {
    setUp: withWebhook(),
    fill: (page) => webhook(page).getByRole('button', { name: 'Delete' }).click(),
    submit: (page) => dialog(page).getByRole('button', { name: 'Delete' }).click(),
    expectPreserved: (page) => expect(page.getByRole('alertdialog')).toBeVisible(),
    expectDone: async (page, { word }) => {
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await expect(page.getByText(hookUrl(word))).toHaveCount(0);
    },
  },
  'POST /webhooks/:id/rotate': {
    setUp: withWebhook(),
    fill: (page) => button(page, 'Rotate Secret').click(),
    submit: (page) => button(page, 'Create Secret').click(),
    expectPreserved: (page) => expect(button(page, 'Create Secret')).toBeVisible(),
    expectDone: (page) => expect(page.getByLabel('Signing secret')).toHaveValue(/^whsec_/),
  },
  'POST /webhooks/:id/test': {
    setUp: withWebhook(),
    submit: (page) => button(page, 'Send Test').click(),
    expectPreserved: (page) => expect(page.getByText('No deliveries yet.')).toBeVisible(),
    expectDone: (page) => expect(deliveries(page)).toContainText('ping'),
  },
  'POST /webhooks/:id/deliveries/:deliveryId/redeliver': {
    setUp: withWebhook({ hasDelivery: true }),
    submit: (page) => button(page, /^Redeliver ping/).click(),
    expectPreserved: (page) => expect(deliveries(page)).toContainText('ping'),
    expectDone: (page) => expect(page.getByRole('alert')).toHaveCount(0),
  },
};
