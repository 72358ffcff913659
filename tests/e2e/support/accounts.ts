/** Creates accounts and listings for end-to-end tests through the API and signs in. */

import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { TestFile } from './pictures.ts';

/** A user with a valid token. */
export type Account = {
  _id: string;
  name: string;
  email: string;
  role: 'user' | 'agent' | 'admin';
  avatar: string | null;
  token: string;
};

/** The password of every account created here. */
export const PASSWORD = 'six letters';

/** Returns a word that no other end-to-end test uses. */
export function uniqueWord(prefix: string): string {
  return `${prefix}${randomBytes(4).toString('hex')}`;
}

/** Returns the authorization header of an account. */
export function bearer({ token }: Pick<Account, 'token'>): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** Signs in as the demo admin, in a separate session. */
export async function demoAdmin(request: APIRequestContext): Promise<Account> {
  return logIn(request, 'admin@demo.doorstep.example', 'doorstep');
}

/** Signs in through the API. */
export async function logIn(
  request: APIRequestContext,
  email: string,
  password = PASSWORD,
): Promise<Account> {
  const response = await request.post('/api/auth/login', { data: { email, password } });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as Account;
}

/** Signs up a user or agent. */
export async function makeAccount(
  request: APIRequestContext,
  role: 'user' | 'agent',
  name = uniqueWord('Person '),
): Promise<Account> {
  const response = await request.post('/api/auth/register', {
    data: {
      name,
      email: `${uniqueWord('mail')}@example.org`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      role,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()) as Account;
}

/** Signs up an account and makes it an admin. */
export async function makeAdmin(request: APIRequestContext): Promise<Account> {
  const account = await makeAccount(request, 'user', uniqueWord('Admin '));
  const response = await request.put(`/api/users/${account._id}`, {
    headers: bearer(await demoAdmin(request)),
    data: { role: 'admin' },
  });
  expect(response.status(), await response.text()).toBe(200);
  return { ...account, role: 'admin' };
}

/** Publishes an agent's listing, which has no pictures unless `fields` adds one. */
export async function makeListing(
  request: APIRequestContext,
  agent: Account,
  fields: Record<string, string | TestFile> = {},
): Promise<{ _id: string; title: string }> {
  const response = await request.post('/api/properties', {
    headers: bearer(agent),
    multipart: {
      title: uniqueWord('Cottage '),
      description: 'A small house with a garden and a view of the hills.',
      price: '2400',
      address: `${uniqueWord('12 ')} Orchard Row`,
      city: 'Portland',
      state: 'OR',
      zipCode: '97201',
      latitude: '45.51',
      longitude: '-122.68',
      bedrooms: '2',
      bathrooms: '1',
      sqft: '900',
      propertyType: 'House',
      status: 'For Rent',
      ...fields,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()) as { _id: string; title: string };
}

/** Signs the page in, from its next navigation on, by writing the session to local storage before each page loads. */
export async function actAs(page: Page, account: Account): Promise<void> {
  await page.addInitScript(writeSession, sessionOf(account));
}

/** Signs in on an open page, as another tab of the site would. */
export async function signInOnPage(page: Page, account: Account): Promise<void> {
  await page.evaluate(writeSession, sessionOf(account));
}

const sessionOf = ({ token, ...user }: Account) => [token, JSON.stringify(user)] as const;

function writeSession([token, user]: readonly [string, string]): void {
  localStorage.setItem('token', token);
  localStorage.setItem('user', user);
}
