/** States of the pages about other systems: data sources (docs/product/data-sources.md, Page). */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import type { DataSource, SourceRun } from '#shared/schemas/open/data-source.ts';
import { expect } from '../fixtures.ts';
import { fail, FAILED, keepWaiting } from './responses.ts';
import type { ScreenState } from './screen.ts';

const sees = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible();
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();
const showsAlert = (page: Page) => expect(page.getByRole('alert').first()).toBeVisible();

const state = (
  name: string,
  address: string,
  reach: (page: Page) => Promise<unknown>,
  rest: Partial<ScreenState> = {},
): ScreenState => ({
  name,
  viewer: 'admin',
  address: () => address,
  reach: async (page) => void (await reach(page)),
  ...rest,
});

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitaen'.repeat(2);

const run = (facts: Partial<SourceRun>): SourceRun => ({
  _id: '1',
  startedAt: '2026-03-01T12:00:00.000Z',
  finishedAt: null,
  state: 'running',
  read: 12_400,
  added: 11_000,
  updated: 1_200,
  removed: 40,
  unchanged: 150,
  refused: 10,
  mediaWaiting: 320,
  error: null,
  ...facts,
});
const RUNS = [
  run({}),
  run({ _id: '2', state: 'done', finishedAt: '2026-03-01T11:05:00.000Z' }),
  run({
    _id: '3',
    state: 'failed',
    error: `The server ${LONG} did not respond within 30 seconds.`,
  }),
  run({ _id: '4', state: 'canceled' }),
];
const source = (facts: Partial<DataSource>): DataSource => ({
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
  ...facts,
});
const SOURCES = [
  source({}),
  source({ _id: '8', name: LONG, isEnabled: false, nextRunAt: null, lastRun: null }),
];

/** A source with a running sync and earlier ones; nothing of it is in the database. */
async function withSources(page: Page): Promise<void> {
  const list = (items: unknown[]) => ({
    json: items,
    headers: { 'x-total-count': String(items.length) },
  });
  await page.route(/\/api\/data-sources$/, (route) => route.fulfill({ json: SOURCES }));
  await page.route(/\/api\/data-sources\/\d+\/runs/, (route) => route.fulfill(list(RUNS)));
  await page.route(/\/runs\/\d+\/refused/, (route) =>
    route.fulfill(
      list([
        { line: 3, key: 'A1', reason: 'No usable city (City is empty)', notes: [] },
        { line: 9, key: LONG, reason: null, notes: [`A value was not taken: ${LONG}`] },
      ]),
    ),
  );
  await page.route(/\/api\/data-sources\/\d+\/test/, async (route) => {
    const homes = await page.request.get('/api/properties?limit=2');
    await route.fulfill({
      json: {
        resources: ['Property', 'Media'],
        fields: ['ListingKey', 'ListPrice'],
        sample: [...((await homes.json()) as unknown[]), { key: 'A3', reason: 'No usable price' }],
        count: 12_800,
      },
    });
  });
}

const list = pagePaths.dataSources();
const one = pagePaths.dataSources({ id: '7' });

export const OPEN_STATES: readonly ScreenState[] = [
  state('data-sources, failed', list, showsAlert, {
    prepare: fail(/\/api\/data-sources/),
    complaints: [FAILED],
  }),
  state(
    'data-sources, on the way',
    list,
    (page) => expect(page.locator('main').getByText('Loading...')).toBeAttached(),
    { prepare: keepWaiting(/\/api\/data-sources/) },
  ),
  state('data-sources, none', list, (page) => sees(page, 'No data sources'), {
    prepare: (page) => page.route(/\/api\/data-sources$/, (route) => route.fulfill({ json: [] })),
  }),
  state('data-sources, two', list, (page) => sees(page, LONG), { prepare: withSources }),
  state('data-sources, one syncing', one, (page) => sees(page, '12,400 rows read'), {
    prepare: withSources,
  }),
  state('data-sources, syncs failed', one, (page) => sees(page, 'The syncs could not be loaded.'), {
    prepare: async (page) => {
      await withSources(page);
      await fail(/\/api\/data-sources\/\d+\/runs/)(page);
    },
    complaints: [FAILED],
  }),
  state(
    'data-sources, refused rows',
    pagePaths.dataSources({ id: '7', run: '2' }),
    (page) => sees(page, 'Refused: No usable city'),
    { prepare: withSources },
  ),
  state(
    'data-sources, tested',
    one,
    async (page) => {
      await press(page, 'Test Connection');
      await sees(page, 'The connection works.');
    },
    { prepare: withSources },
  ),
  state(
    'data-sources, test failed',
    one,
    async (page) => {
      await press(page, 'Test Connection');
      await showsAlert(page);
    },
    {
      prepare: async (page) => {
        await withSources(page);
        await fail(/\/api\/data-sources\/\d+\/test/)(page);
      },
      complaints: [FAILED],
    },
  ),
  state(
    'data-sources, deleting',
    one,
    async (page) => {
      await press(page, 'Delete');
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
    { prepare: withSources },
  ),
  state(
    'data-sources, editing',
    one,
    async (page) => {
      await press(page, 'Edit');
      await expect(page.getByRole('dialog').getByLabel('Base URL')).toHaveValue(/valley/);
    },
    { prepare: withSources },
  ),
  state(
    'data-sources, adding refused',
    list,
    async (page) => {
      await press(page, 'Add Data Source');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Access').selectOption('Client credentials');
      await dialog.getByRole('button', { name: 'Add Data Source' }).click();
      await sees(page, 'Enter a name.');
    },
    { complaints: ['status of 400'] },
  ),
];
