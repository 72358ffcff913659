/** Changes to policies, imports, and API keys, for tests/e2e/failures/broken-writes.e2e.ts. */

import { pagePaths } from '#shared/page-paths.ts';
import { makeAccount, makeAdmin } from '../../support/accounts.ts';
import { expect } from '../../support/fixtures.ts';
import { button, type Change } from './change.ts';

/** Returns an import file with one home. */
const makeImportFile = (word: string) => ({
  name: `${word}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'ListingKey,PropertyType,PropertySubType,ListPrice,BedroomsTotal,BathroomsTotalInteger,LivingArea,UnparsedAddress,City,StateOrProvince,PostalCode,Latitude,Longitude',
      `${word},Residential,Single Family Residence,450000,3,2,1400,12 Willow Lane,Austin,TX,78701,30.27,-97.74`,
    ].join('\n'),
  ),
});

export const BROKERAGE_CHANGES: Readonly<Record<string, Change>> = {
  'PUT /policies': {
    setUp: async (request) => [await makeAdmin(request), pagePaths.policies()],
    // This value is already the default, so nothing changes for other tests.
    fill: (page) => page.getByLabel('Anyone can sign up as an agent').check(),
    submit: (page) => button(page, 'Save Policies').click(),
    expectPreserved: (page) =>
      expect(page.getByLabel('Anyone can sign up as an agent')).toBeChecked(),
    expectDone: (page) => expect(page.getByText('The policies now apply.')).toBeVisible(),
  },
  'POST /imports': {
    setUp: async (request) => [await makeAccount(request, 'agent'), pagePaths.imports()],
    submit: async (page, { word }) => {
      const chooser = page.waitForEvent('filechooser');
      await button(page, 'choose a file').click();
      await (await chooser).setFiles(makeImportFile(word));
    },
    expectPreserved: (page) => expect(button(page, 'choose a file')).toBeVisible(),
    expectDone: (page) => expect(button(page, 'Import 1 home')).toBeVisible(),
  },
  'POST /api-keys': {
    setUp: async (request) => [await makeAdmin(request), pagePaths.apiAndWebhooks()],
    fill: async (page, { word }) => {
      await button(page, 'New API Key').click();
      await page.getByLabel('Name').fill(`Key ${word}`);
    },
    submit: (page) => button(page, 'Create Key').click(),
    expectPreserved: (page, { word }) => expect(page.getByLabel('Name')).toHaveValue(`Key ${word}`),
    expectDone: (page) => expect(page.getByLabel('Client secret')).toHaveValue(/^dsk_/),
  },
  'DELETE /api-keys/:id': {
    setUp: async (request, word) => {
      const admin = await makeAdmin(request);
      const response = await request.post('/api/api-keys', {
        headers: { authorization: `Bearer ${admin.token}` },
        data: { name: `Key ${word}`, scopes: ['reso:read'] },
      });
      expect(response.status()).toBe(201);
      return [admin, pagePaths.apiAndWebhooks()];
    },
    fill: (page, { word }) => button(page, `Delete Key ${word}`).click(),
    submit: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
    expectPreserved: (page) => expect(page.getByRole('alertdialog')).toBeVisible(),
    expectDone: async (page, { word }) => {
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await expect(page.getByText(`Key ${word}`)).toHaveCount(0);
    },
  },
};
