/** Creates offices and their members through the API, and picks agents on the page. */

import type { APIRequestContext, Page } from '@playwright/test';
import { type Account, bearer, makeAccount, makeAdmin, uniqueWord } from './accounts.ts';
import { expect } from './fixtures.ts';

export interface OfficeWithMembers {
  _id: string;
  slug: string;
  name: string;
  admin: Account;
  manager: Account;
  member: Account;
}

/** Creates an office with a manager and a member, whose accounts include the office. */
export async function makeOffice(
  request: APIRequestContext,
  word = uniqueWord('office'),
  fields: Record<string, string> = {},
): Promise<OfficeWithMembers> {
  const admin = await makeAdmin(request);
  const response = await request.post('/api/offices', {
    headers: bearer(admin),
    multipart: { office: JSON.stringify({ name: `Office ${word}`, ...fields }) },
  });
  expect(response.status(), await response.text()).toBe(201);
  const office = (await response.json()) as { _id: string; slug: string; name: string };
  const addMember = async (account: Account, role: 'manager' | 'member') => {
    const url = `/api/offices/${office._id}/members/${account._id}`;
    const response = await request.put(url, { headers: bearer(admin), data: { role } });
    expect(response.status(), await response.text()).toBe(200);
    const profile = await request.get('/api/users/profile', { headers: bearer(account) });
    return { ...((await profile.json()) as Account), token: account.token };
  };
  const manager = await makeAccount(request, 'agent', `Manager ${word}`);
  const member = await makeAccount(request, 'agent', `Member ${word}`);
  return {
    ...office,
    admin,
    manager: await addMember(manager, 'manager'),
    member: await addMember(member, 'member'),
  };
}

/** Chooses an agent in an agent search. */
export async function pickAgent(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(name);
  await page.getByRole('option', { name }).click();
}
