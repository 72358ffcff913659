/** The form of a listing, for end-to-end tests that are about something else than filling it in. */

import type { Page } from '@playwright/test';

/** Fills the form of a listing in with what has to be there, so that it can be sent: a house for sale. */
export async function fillListing(page: Page, title = 'A house with a blue door'): Promise<void> {
  for (const [label, text] of [
    ['Title', title],
    ['Description', 'A narrow house with a blue door and a walled garden.'],
    ['Price', '512000'],
    ['Bedrooms', '3'],
    ['Bathrooms', '2'],
    ['Square Footage', '1480'],
    ['Address', '7 Blue Door Lane'],
    ['City', 'Portland'],
    ['State', 'OR'],
    ['ZIP Code', '97201'],
    ['Latitude', '45.5152'],
    ['Longitude', '-122.6784'],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
}
