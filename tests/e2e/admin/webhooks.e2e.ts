/** Webhooks, received by a server in this test (docs/product/webhooks.md, Page). */

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';
import { pagePaths } from '#shared/page-paths.ts';
import { actAs, makeAdmin, uniqueWord } from '../support/accounts.ts';
import { expect, expectHydrated, test } from '../support/fixtures.ts';

test('an admin adds a webhook, tests it, redelivers a message, rotates the secret, and disables and deletes the webhook', async ({
  page,
  request,
}) => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const receiver = createServer((message, response) => {
    void message.toArray().then((chunks) => {
      received.push({
        headers: message.headers,
        body: Buffer.concat(chunks as Buffer[]).toString(),
      });
      response.writeHead(200).end('Thank you');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/${uniqueWord('hook')}`;
  const verify = (secret: string) => {
    const { headers, body } = received.at(-1) ?? { headers: {}, body: '' };
    return new Verifier(secret).verify(body, headers as Record<string, string>);
  };

  await actAs(page, await makeAdmin(request));
  await page.goto(pagePaths.apiAndWebhooks());
  await expectHydrated(page);
  await page.getByRole('button', { name: 'New Webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByRole('button', { name: 'Create Webhook' }).click();
  const secretField = dialog.getByLabel('Signing secret');
  await expect(secretField).toHaveValue(/^whsec_/);
  const secret = await secretField.inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: url }).click();
  await page.getByRole('button', { name: 'Send Test' }).click();
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  await expect(deliveries).toContainText('Delivered');
  await expect(deliveries).toContainText('200 Thank you');
  expect(verify(secret)).toMatchObject({ type: 'ping' });

  await deliveries.getByRole('button', { name: /^Redeliver ping/ }).click();
  await expect.poll(() => received.length).toBe(2);
  const [first, second] = received.map(({ headers }) => headers['webhook-id']);
  expect(second).toBe(first);

  await page.getByRole('button', { name: 'Rotate Secret' }).click();
  await dialog.getByRole('button', { name: 'Create Secret' }).click();
  await expect(secretField).not.toHaveValue(secret);
  const newSecret = await secretField.inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Send Test' }).click();
  await expect.poll(() => received.length).toBe(3);
  for (const signingSecret of [secret, newSecret])
    expect(verify(signingSecret)).toMatchObject({ type: 'ping' });

  await page.getByRole('switch', { name: `Enabled: ${url}` }).click();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  await expect(page.getByRole('switch', { name: `Enabled: ${url}` })).not.toBeChecked();
  await page.getByRole('region', { name: url }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(url)).toHaveCount(0);
  receiver.close();
});
