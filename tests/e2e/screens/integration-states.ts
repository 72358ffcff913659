/** States of the pages for data sources and webhooks (docs/product/data-sources.md and webhooks.md, Page). */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import type { DataSource, SourceRun } from '#shared/schemas/open/data-source.ts';
import type { Webhook, WebhookDelivery } from '#shared/schemas/open/webhook.ts';
import { expect } from '../support/fixtures.ts';
import { expectAlert, expectText, clickButton } from './expectations.ts';
import { fail, SERVER_ERROR, leavePending } from './responses.ts';
import type { ScreenState } from './screen.ts';

const state = (
  name: string,
  url: string,
  reach: (page: Page) => Promise<unknown>,
  options: Partial<ScreenState> = {},
): ScreenState => ({
  name,
  viewer: 'admin',
  url: () => url,
  reach: async (page) => void (await reach(page)),
  ...options,
});

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitaen'.repeat(2);

const run = (overrides: Partial<SourceRun>): SourceRun => ({
  _id: '1',
  startedAt: '2026-03-01T12:00:00.000Z',
  finishedAt: null,
  state: 'running',
  read: 12_400,
  total: 31_000,
  added: 11_000,
  updated: 1_200,
  removed: 40,
  unchanged: 150,
  refused: 10,
  mediaWaiting: 320,
  error: null,
  ...overrides,
});
const RUNS = [
  run({}),
  run({ _id: '2', state: 'done', finishedAt: '2026-03-01T11:05:00.000Z' }),
  run({
    _id: '3',
    state: 'failed',
    error: `The server ${LONG_WORD} did not respond within 30 seconds.`,
  }),
  run({ _id: '4', state: 'canceled' }),
];
const source = (overrides: Partial<DataSource>): DataSource => ({
  _id: '7',
  name: 'Valley MLS',
  baseUrl: 'https://api.valley-mls.example/reso/odata',
  auth: { kind: 'bearer' },
  filter: "City eq 'Springfield'",
  defaultAgentId: null,
  agentBy: 'email',
  intervalMinutes: 15,
  mediaPolicy: 'download',
  disclaimer: 'Deemed reliable.',
  isEnabled: true,
  createdAt: '2026-02-01T12:00:00.000Z',
  nextRunAt: '2026-03-01T12:15:00.000Z',
  lastRun: RUNS[0] ?? null,
  ...overrides,
});
const SOURCES = [
  source({}),
  source({ _id: '8', name: LONG_WORD, isEnabled: false, nextRunAt: null, lastRun: null }),
];

const list = (items: unknown[]) => ({
  json: items,
  headers: { 'x-total-count': String(items.length) },
});

/** Simulates sources with a running sync and earlier syncs. */
async function withSources(page: Page): Promise<void> {
  await page.route(/\/api\/data-sources$/, (route) => route.fulfill({ json: SOURCES }));
  await page.route(/\/api\/data-sources\/\d+\/runs/, (route) => route.fulfill(list(RUNS)));
  await page.route(/\/runs\/\d+\/refused/, (route) =>
    route.fulfill(
      list([
        { line: 3, key: 'A1', reason: 'Missing or invalid city (City is empty)', notes: [] },
        {
          line: 9,
          key: LONG_WORD,
          reason: null,
          notes: [`A value was not imported: ${LONG_WORD}`],
        },
      ]),
    ),
  );
  await page.route(/\/api\/data-sources\/\d+\/test/, async (route) => {
    const homes = await page.request.get('/api/properties?limit=2');
    await route.fulfill({
      json: {
        resources: ['Property', 'Media'],
        fields: ['ListingKey', 'ListPrice'],
        sample: [
          ...((await homes.json()) as unknown[]),
          { key: 'A3', reason: 'Missing or invalid price' },
        ],
        count: 12_800,
      },
    });
  });
}

const webhook = (overrides: Partial<Webhook>): Webhook => ({
  _id: '5',
  url: 'https://crm.example.com/hooks/doorstep',
  events: ['listing.published', 'inquiry.created', 'tour.booked'],
  isEnabled: true,
  description: 'Our CRM',
  disabledReason: null,
  createdAt: '2026-02-01T12:00:00.000Z',
  ...overrides,
});
const WEBHOOKS = [
  webhook({}),
  webhook({
    _id: '6',
    url: `https://${LONG_WORD}.example.com/${LONG_WORD}`,
    isEnabled: false,
    disabledReason: 'failing',
  }),
];
const delivery = (overrides: Partial<WebhookDelivery>): WebhookDelivery => ({
  _id: '1',
  event: 'inquiry.created',
  tries: 1,
  status: 'delivered',
  responseStatus: 204,
  response: '',
  createdAt: '2026-03-01T12:00:00.000Z',
  nextTryAt: null,
  ...overrides,
});
const DELIVERIES = [
  delivery({ event: 'ping', tries: 0, status: 'waiting', responseStatus: null, response: null }),
  delivery({
    _id: '2',
    tries: 3,
    status: 'waiting',
    responseStatus: 500,
    response: `<h1>Internal error of ${LONG_WORD}</h1>`,
    nextTryAt: '2099-03-01T12:30:00.000Z',
  }),
  delivery({ _id: '3' }),
  delivery({ _id: '4', tries: 10, status: 'failed', responseStatus: 302, response: '' }),
];

/** Simulates webhooks with deliveries. */
async function withWebhooks(page: Page): Promise<void> {
  await page.route(/\/api\/webhooks$/, (route) => route.fulfill({ json: WEBHOOKS }));
  await page.route(/\/api\/webhooks\/\d+\/deliveries/, (route) => route.fulfill(list(DELIVERIES)));
}

const sourcesUrl = pagePaths.dataSources();
const sourceUrl = pagePaths.dataSources({ id: '7' });
const apiUrl = pagePaths.apiAndWebhooks();
const webhookUrl = pagePaths.apiAndWebhooks({ webhook: '5' });

export const INTEGRATION_STATES: readonly ScreenState[] = [
  state('data-sources, failed', sourcesUrl, expectAlert, {
    prepare: fail(/\/api\/data-sources/),
    expectedErrors: [SERVER_ERROR],
  }),
  state(
    'data-sources, loading',
    sourcesUrl,
    (page) => expect(page.locator('main').getByText('Loading...')).toBeAttached(),
    { prepare: leavePending(/\/api\/data-sources/) },
  ),
  state('data-sources, none', sourcesUrl, (page) => expectText(page, 'No data sources'), {
    prepare: (page) => page.route(/\/api\/data-sources$/, (route) => route.fulfill({ json: [] })),
  }),
  state('data-sources, list', sourcesUrl, (page) => expectText(page, LONG_WORD), {
    prepare: withSources,
  }),
  state(
    'data-sources, syncing',
    sourceUrl,
    (page) => expectText(page, '12,400 of about 31,000 rows read (40%)'),
    {
      prepare: withSources,
    },
  ),
  state(
    'data-sources, syncs failed',
    sourceUrl,
    (page) => expectText(page, 'The syncs could not be loaded.'),
    {
      prepare: async (page) => {
        await withSources(page);
        await fail(/\/api\/data-sources\/\d+\/runs/)(page);
      },
      expectedErrors: [SERVER_ERROR],
    },
  ),
  state(
    'data-sources, skipped rows',
    pagePaths.dataSources({ id: '7', run: '2' }),
    (page) => expectText(page, 'Skipped: Missing or invalid city'),
    { prepare: withSources },
  ),
  state(
    'data-sources, tested',
    sourceUrl,
    async (page) => {
      await clickButton(page, 'Test Connection');
      await expectText(page, 'The connection works.');
    },
    { prepare: withSources },
  ),
  state(
    'data-sources, test failed',
    sourceUrl,
    async (page) => {
      await clickButton(page, 'Test Connection');
      await expectAlert(page);
    },
    {
      prepare: async (page) => {
        await withSources(page);
        await fail(/\/api\/data-sources\/\d+\/test/)(page);
      },
      expectedErrors: [SERVER_ERROR],
    },
  ),
  state(
    'data-sources, deleting',
    sourceUrl,
    async (page) => {
      await clickButton(page, 'Delete');
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
    { prepare: withSources },
  ),
  state(
    'data-sources, editing',
    sourceUrl,
    async (page) => {
      await clickButton(page, 'Edit');
      await expect(page.getByRole('dialog').getByLabel('Base URL')).toHaveValue(/valley/);
    },
    { prepare: withSources },
  ),
  state(
    'data-sources, adding rejected',
    sourcesUrl,
    async (page) => {
      await clickButton(page, 'Add Data Source');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Access').selectOption('Client credentials');
      await dialog.getByRole('button', { name: 'Add Data Source' }).click();
      await expectText(page, 'Enter a name.');
    },
    { expectedErrors: ['status of 400'] },
  ),
  state(
    'webhooks, failed',
    apiUrl,
    (page) => expectText(page, 'The webhooks could not be loaded.'),
    {
      prepare: fail(/\/api\/webhooks/),
      expectedErrors: [SERVER_ERROR],
    },
  ),
  state(
    'webhooks, loading',
    apiUrl,
    (page) => expect(page.getByRole('status').getByText('Loading...').first()).toBeAttached(),
    { prepare: leavePending(/\/api\/webhooks/) },
  ),
  state('webhooks, none', apiUrl, (page) => expectText(page, 'No webhooks'), {
    prepare: (page) => page.route(/\/api\/webhooks$/, (route) => route.fulfill({ json: [] })),
  }),
  state('webhooks, an open webhook', webhookUrl, (page) => expectText(page, 'Not attempted yet'), {
    prepare: withWebhooks,
  }),
  state(
    'webhooks, deliveries failed',
    webhookUrl,
    (page) => expectText(page, 'The deliveries could not be loaded.'),
    {
      prepare: async (page) => {
        await withWebhooks(page);
        await fail(/\/deliveries/)(page);
      },
      expectedErrors: [SERVER_ERROR],
    },
  ),
  state('webhooks, no deliveries', webhookUrl, (page) => expectText(page, 'No deliveries yet.'), {
    prepare: async (page) => {
      await withWebhooks(page);
      await page.route(/\/deliveries/, (route) => route.fulfill(list([])));
    },
  }),
  state(
    'webhooks, deleting',
    webhookUrl,
    async (page) => {
      await page
        .getByRole('region', { name: /^https/ })
        .getByRole('button', { name: 'Delete' })
        .click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
    { prepare: withWebhooks },
  ),
  state(
    'webhooks, rotated',
    webhookUrl,
    async (page) => {
      await clickButton(page, 'Rotate Secret');
      await clickButton(page, 'Create Secret');
      await expect(page.getByLabel('Signing secret')).toHaveValue(/^whsec_/);
    },
    {
      prepare: async (page) => {
        await withWebhooks(page);
        await page.route(/\/rotate$/, (route) =>
          route.fulfill({ json: { ...WEBHOOKS[0], secret: `whsec_${LONG_WORD.slice(0, 43)}=` } }),
        );
      },
    },
  ),
  state(
    'webhooks, adding rejected',
    apiUrl,
    async (page) => {
      await clickButton(page, 'New Webhook');
      await clickButton(page, 'Create Webhook');
      await expectText(page, 'Enter a URL.');
    },
    { expectedErrors: ['status of 400'] },
  ),
  state('webhooks, examples', apiUrl, async (page) => {
    await page.locator('summary').first().waitFor();
    for (const summary of await page.locator('summary').all()) await summary.click();
    await expectText(page, 'timingSafeEqual');
  }),
];
