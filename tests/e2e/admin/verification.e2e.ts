/** Verification of agents by admins. */

import { pagePaths } from '#shared/page-paths.ts';
import { actAs, bearer, makeAccount, makeAdmin, uniqueWord } from '../support/accounts.ts';
import { expect, test } from '../support/fixtures.ts';

test('an admin verifies an agent, but not with a license changed after the dialog was opened @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 409');
  const name = uniqueWord('Verified ');
  const agent = await makeAccount(request, 'agent', name);
  const setLicense = async (licenseNumber: string) => {
    const form = { name, email: agent.email, licenseNumber, licenseState: 'TX' };
    const headers = bearer(agent);
    const response = await request.put('/api/users/profile', { headers, multipart: form });
    expect(response.status()).toBe(200);
  };
  await setLicense('1234');
  await actAs(page, await makeAdmin(request));
  await page.goto(pagePaths.manageUsers({ searchTerm: name }));
  const opener = page.getByRole('button', { name: `Verification: ${name}` });
  const dialog = page.getByRole('dialog', { name: `Verify ${name}` });

  await opener.click();
  await expect(dialog).toContainText('License 1234 (TX).');
  await setLicense('5678');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByText(`${name}: The profile or its verification has changed. Please check it again.`),
  ).toBeVisible();
  await expect(opener).toBeFocused();

  // Wait until the list has been refetched.
  await expect(async () => {
    await opener.click();
    await expect(dialog).toContainText('License 5678 (TX).', { timeout: 500 });
  }).toPass();
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(`${name} is now verified.`)).toBeVisible();
  await opener.click();
  await dialog.getByRole('button', { name: 'Remove verification' }).click();
  await expect(page.getByText(`${name} is no longer verified.`)).toBeVisible();
});
