/** Every screen of accounts and of the agent's desk at three widths, light and dark: nothing that axe finds, nothing cut off. */

import { actAs, bearer, logIn } from './accounts.ts';
import { expect, expectAccessible, expectHydrated, test } from './fixtures.ts';

const WIDTHS = [390, 768, 1440];

/** Who looks, the address, and what the page's heading says. `{id}` is a listing of the agent's. */
const PAGES: [who: 'visitor' | 'agent', address: string, heading: string][] = [
  ['visitor', '/login', 'Welcome back'],
  ['visitor', '/register', 'Create your account'],
  ['visitor', '/forgot-password', 'Forgot your password?'],
  ['visitor', '/reset-password?token=abc', 'Choose a new password'],
  ['visitor', '/reset-password', 'This link does not work'],
  ['agent', '/profile', 'My Profile'],
  ['agent', '/dashboard', 'Agent Overview'],
  ['agent', '/dashboard/my-listings', 'My Listings'],
  ['agent', '/dashboard/add-listing', 'Create a New Property Listing'],
  ['agent', '/dashboard/edit-listing/{id}', 'Edit Property Listing'],
];

for (const [who, address, heading] of PAGES) {
  test(`${address} as ${who}`, async ({ page, request }) => {
    test.slow();
    let url = address;
    if (who === 'agent') {
      const agent = await logIn(request, 'agent@demo.doorstep.example', 'doorstep');
      const mine = await request.get('/api/properties/my-listings', { headers: bearer(agent) });
      const [listing] = (await mine.json()) as [{ _id: string }];
      url = address.replace('{id}', listing._id);
      await actAs(page, agent);
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.goto(url);
        await expectHydrated(page);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        await expect(page.getByText('Loading...')).toHaveCount(0);
        await expectAccessible(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `sideways scrolling at ${width}`).toBe(0);
      }
    }
  });
}
