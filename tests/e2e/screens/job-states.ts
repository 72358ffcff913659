/** States of the background jobs page, which only admins can open. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import type { Job, JobDetails } from '#shared/schemas/service/job.ts';
import { expect } from '../support/fixtures.ts';
import { fail, SERVER_ERROR, leavePending } from './responses.ts';
import type { ScreenState } from './screen.ts';

const TIME = '2026-03-01T09:30:00.000Z';

const job = (overrides: Partial<Job>): Job => ({
  _id: '41',
  name: 'saved-searches.match',
  state: 'failed',
  isRecurring: false,
  createdAt: TIME,
  dueAt: null,
  failedAt: TIME,
  startedAt: null,
  tries: 14,
  triesMost: 14,
  error: 'The database is unavailable.',
  ...overrides,
});

const FULL_PAGE_OF_JOBS: Job[] = Array.from({ length: 24 }, (_, index) =>
  job({
    _id: String(100 + index),
    ...(index % 3 === 0
      ? { name: 'of-an-older-release.with-a-very-long-name', error: 'x'.repeat(1_000) }
      : {}),
  }),
);

/** Simulates a queue with these jobs. */
const withJobs = (jobs: Job[], isWorkedOff: boolean) => async (page: Page) => {
  const details: JobDetails = {
    ...job({ _id: '101' }),
    facts: [
      { name: 'tourId', value: '7' },
      { name: 'recipient', value: null },
    ],
  };
  await page.route(/\/api\/jobs\/\d+$/, (route) => route.fulfill({ json: details }));
  await page.route(/\/api\/jobs(\?|$)/, (route) =>
    route.fulfill({ json: jobs, headers: { 'x-total-count': jobs.length === 24 ? '1234' : '0' } }),
  );
  await page.route(/\/api\/jobs\/counts/, (route) =>
    route.fulfill({
      json: { failed: jobs.length, retrying: 0, running: 0, waiting: 12_345, isWorkedOff },
    }),
  );
};

const state = (
  name: string,
  prepare: NonNullable<ScreenState['prepare']>,
  reach: ScreenState['reach'],
  expectedErrors: readonly string[] = [],
): ScreenState => ({
  name: `jobs, ${name}`,
  viewer: 'admin',
  url: () => pagePaths.jobs(),
  prepare,
  reach,
  expectedErrors,
});

const expectJobs = (page: Page) => expect(page.getByText('1,234 jobs')).toBeVisible();

export const JOB_STATES: readonly ScreenState[] = [
  state('none', withJobs([], true), (page) =>
    expect(page.getByRole('heading', { name: 'Nothing has failed' })).toBeVisible(),
  ),
  state('many jobs, no worker', withJobs(FULL_PAGE_OF_JOBS, false), async (page) => {
    await expectJobs(page);
    await expect(page.getByText('No process is running background jobs')).toBeVisible();
  }),
  state('details of a job', withJobs(FULL_PAGE_OF_JOBS, true), async (page) => {
    await page
      .getByRole('button', { name: /^Details/ })
      .nth(1)
      .click();
    await expect(page.getByRole('dialog')).toContainText('Hidden: may contain');
  }),
  state('discarding', withJobs(FULL_PAGE_OF_JOBS, true), async (page) => {
    await page
      .getByRole('button', { name: /^Discard/ })
      .first()
      .click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  }),
  state(
    'failed to load',
    fail(/\/api\/jobs/),
    (page) => expect(page.getByText('Could not load the background jobs.')).toBeVisible(),
    [SERVER_ERROR],
  ),
  state('loading', leavePending(/\/api\/jobs/), (page) =>
    expect(page.locator('main:has(h1)').getByText('Loading...')).toBeAttached(),
  ),
];
