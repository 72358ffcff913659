/** Describes how a user makes a change, for tests/e2e/failures/broken-writes.e2e.ts. */

import type { APIRequestContext, Page } from '@playwright/test';
import { makeAccount, makeListing, type Account } from '../../support/accounts.ts';

/** The context of a change in a test. */
export interface ChangeContext {
  request: APIRequestContext;
  /** The signed-in user; null for visitors. */
  account: Account | null;
  /** A unique word in the names of the test's records. */
  word: string;
}

/** A data change made through a screen. */
export interface Change {
  /** Creates the account and the records to change; returns the account and the page's URL. */
  setUp: (request: APIRequestContext, word: string) => Promise<[Account | null, string]>;
  /** Performs all steps before the last one. */
  fill?: (page: Page, context: ChangeContext) => Promise<void>;
  /** Performs the step that sends the call. */
  submit: (page: Page, context: ChangeContext) => Promise<unknown>;
  /** Expects that the input is preserved after a failure. */
  expectPreserved: (page: Page, context: ChangeContext) => Promise<void>;
  /** Expects that the change is visible. */
  expectDone: (page: Page, context: ChangeContext) => Promise<void>;
  /** Whether failures are not shown (docs/product/dashboard.md, Messages). */
  isSilent?: true;
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Returns a setup that creates an agent with a listing named after the word. */
export const withListing =
  (urlOf: (listing: { _id: string }) => string) =>
  async (request: APIRequestContext, word: string): Promise<[Account, string]> => {
    const agent = await makeAccount(request, 'agent');
    return [agent, urlOf(await makeListing(request, agent, { title: `Home ${word}` }))];
  };
