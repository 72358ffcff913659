/** The changes of policies, requests, and reviews, for tests/e2e/broken-writes.e2e.ts. */

import { pagePaths } from '#shared/page-paths.ts';
import { makeAdmin } from '../accounts.ts';
import { expect } from '../fixtures.ts';
import { button, type Change } from './change.ts';

export const BROKERAGE_CHANGES: Readonly<Record<string, Change>> = {
  'PUT /policies': {
    begin: async (request) => [await makeAdmin(request), pagePaths.policies()],
    // Already the default: nothing changes for other tests.
    fill: (page) => page.getByLabel('Anyone can sign up as an agent').check(),
    press: (page) => button(page, 'Save Policies').click(),
    preserved: (page) => expect(page.getByLabel('Anyone can sign up as an agent')).toBeChecked(),
    done: (page) => expect(page.getByText('The policies hold from now on.')).toBeVisible(),
  },
};
