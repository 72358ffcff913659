/** A call that changes something, as seen from outside, for tests/e2e/failures/broken-writes.e2e.ts. */

import type { APIRequestContext, Page } from '@playwright/test';
import { makeAccount, makeListing, type Account } from '../../support/accounts.ts';

/** Who changes what. */
export interface Scene {
  request: APIRequestContext;
  account: Account | null;
  /** A word of the test's own, for what it makes and finds again. */
  word: string;
}

export interface Change {
  /** Creates the account and what is changed; gives the account and the page's URL. */
  begin: (request: APIRequestContext, word: string) => Promise<[Account | null, string]>;
  /** Up to the press that sends it. */
  fill?: (page: Page, scene: Scene) => Promise<void>;
  press: (page: Page, scene: Scene) => Promise<unknown>;
  /** Whether the entered values survive a failure. */
  preserved: (page: Page, scene: Scene) => Promise<void>;
  done: (page: Page, scene: Scene) => Promise<void>;
  /** It fails without a word (docs/product/dashboard.md, Messages). */
  isSilent?: true;
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** A new agent's listing, named after the word, and the page that an address of it gives. */
export const withListing =
  (address: (listing: { _id: string }) => string) =>
  async (request: APIRequestContext, word: string): Promise<[Account, string]> => {
    const agent = await makeAccount(request, 'agent');
    return [agent, address(await makeListing(request, agent, { title: `Home ${word}` }))];
  };
