/** Changes to background jobs, for tests/e2e/failures/broken-writes.e2e.ts. */

import type { APIRequestContext, Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { type Account, makeAdmin } from '../../support/accounts.ts';
import { addFailedJob } from '../../support/failed-job.ts';
import { expect } from '../../support/fixtures.ts';
import type { Change } from './change.ts';

const card = (page: Page, word: string) => page.getByRole('listitem').filter({ hasText: word });

async function withFailedJob(request: APIRequestContext, word: string): Promise<[Account, string]> {
  await addFailedJob(`It broke: ${word}`);
  return [await makeAdmin(request), pagePaths.jobs()];
}

export const JOB_CHANGES: Readonly<Record<string, Change>> = {
  'POST /jobs/:id/retry': {
    setUp: withFailedJob,
    submit: (page, { word }) =>
      card(page, word)
        .getByRole('button', { name: /^Try again now/ })
        .click(),
    expectPreserved: (page, { word }) => expect(card(page, word)).toBeVisible(),
    expectDone: (page, { word }) => expect(card(page, word)).toHaveCount(0),
  },
  'DELETE /jobs/:id': {
    setUp: withFailedJob,
    fill: (page, { word }) =>
      card(page, word)
        .getByRole('button', { name: /^Discard/ })
        .click(),
    submit: (page) =>
      page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click(),
    expectPreserved: (page) => expect(page.getByRole('alertdialog')).toBeVisible(),
    expectDone: async (page, { word }) => {
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await expect(card(page, word)).toHaveCount(0);
    },
  },
};
