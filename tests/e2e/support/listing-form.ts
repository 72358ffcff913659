/** Fills in the listing form, for end-to-end tests of other features. */

import type { Page } from '@playwright/test';

/** Fills in the required fields of the listing form: a house for sale. */
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
