/** Expectations and actions shared by several screens. */

import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';

export const expectText = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();

export const expectAlert = (page: Page) => expect(page.getByRole('alert').first()).toBeVisible();

/** Expects a dashboard page's skeleton, below its own heading. */
export const expectSkeleton = (page: Page) =>
  expect(
    page.locator('main:has(h1):not(:has-text("One moment"))').getByText('Loading...'),
  ).toBeAttached();

/** Clicks the first button whose name contains the text or matches the pattern. */
export const clickButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();
