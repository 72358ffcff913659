/** A call that changes data, as a user performs it, for tests/e2e/failures/broken-writes.e2e.ts. */

import type { APIRequestContext, Page } from '@playwright/test';
import { makeAccount, makeListing, type Account } from '../../support/accounts.ts';

/** The user's role. */
export interface Scene {
  request: APIRequestContext;
  account: Account | null;
  /** A unique word for the records that the test creates and finds again. */
  word: string;
}

export interface Change {
  /** Creates the account and the records to change; returns the account and the page's URL. */
  begin: (request: APIRequestContext, word: string) => Promise<[Account | null, string]>;
  /** Everything before the press that sends it. */
  fill?: (page: Page, scene: Scene) => Promise<void>;
  press: (page: Page, scene: Scene) => Promise<unknown>;
  /** Whether the entered values survive a failure. */
  preserved: (page: Page, scene: Scene) => Promise<void>;
  done: (page: Page, scene: Scene) => Promise<void>;
  /** Whether it fails silently (docs/product/dashboard.md, Messages). */
  isSilent?: true;
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Creates a new agent's listing, named after the word; the page is that of the given URL. */
export const withListing =
  (address: (listing: { _id: string }) => string) =>
  async (request: APIRequestContext, word: string): Promise<[Account, string]> => {
    const agent = await makeAccount(request, 'agent');
    return [agent, address(await makeListing(request, agent, { title: `Home ${word}` }))];
  };
