/**
 * Tours in two browsers at the same time: booking, rescheduling, and canceling, with the calendar
 * entries of both parties. Also open houses and tour hours.
 */

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import ICAL from 'ical.js';
import { weekOf } from '#client/features/tours/management/week.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { actAs, bearer, makeAccount, makeListing, uniqueWord } from '../support/accounts.ts';
import { expect, expectAccessible, expectHydrated, test } from '../support/fixtures.ts';
import { holdRequests } from '../support/held-requests.ts';
import { bookTour, chooseTime, setTourHours } from '../support/tour-hours.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** Clicks 'Add to calendar' and parses the file with an independent parser. */
async function downloadCalendar(page: Page) {
  const downloadPromise = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  const file = await readFile(await (await downloadPromise).path(), 'utf8');
  const calendar = new ICAL.Component(ICAL.parse(file) as never);
  const entry = calendar.getFirstSubcomponent('vevent');
  if (entry === null) throw new Error('The calendar has no entry.');
  const event = new ICAL.Event(entry);
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    status: entry.getFirstPropertyValue('status'),
    organizer: entry.getFirstPropertyValue('organizer'),
    attendee: entry.getFirstPropertyValue('attendee'),
  };
}

test('a tour is booked, rescheduled, and canceled in two browsers, and both calendars agree', async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const word = uniqueWord('tour');
  const agent = await makeAccount(request, 'agent', `Agent ${word}`);
  const listing = await makeListing(request, agent, { title: `Home ${word}` });

  const agentPage = await (await browser.newContext({ timezoneId: 'UTC' })).newPage();
  await actAs(agentPage, agent);
  const stream = agentPage.waitForResponse((response) => response.url().endsWith('/api/events'));
  await agentPage.goto(pagePaths.toursDashboard());
  await expect(agentPage.getByRole('heading', { name: 'No tours this week' })).toBeVisible();
  await stream;

  await test.step('the agent sets hours', async () => {
    await agentPage.getByRole('button', { name: 'Set your hours' }).click();
    await expect(agentPage.getByRole('tab', { name: 'Hours' })).toBeFocused();
    await agentPage.getByRole('switch', { name: 'Visitors can book tours' }).check();
    await agentPage.getByLabel('Tour length').selectOption('60 minutes');
    await agentPage.getByLabel('Minimum notice (hours)').fill('0');
    for (const day of ['Saturday', 'Sunday'])
      await agentPage.getByRole('button', { name: `Add hours on ${day}` }).click();
    await expectAccessible(agentPage);
    await agentPage.getByRole('button', { name: 'Save hours' }).click();
    await expect(agentPage.getByText('Hours saved.')).toBeVisible();
    await agentPage.getByRole('tab', { name: 'Week' }).click();
  });

  await page.goto(pagePaths.property(listing._id));
  await expectHydrated(page);
  const book = page.getByRole('button', { name: 'Book a tour' }).filter({ visible: true });

  await test.step('a visitor without an account books', async () => {
    await book.click();
    await chooseTime(dialog(page), '10:00 AM');
    await dialog(page).getByLabel('Name').fill(`Guest ${word}`);
    await dialog(page).getByLabel('Email').fill(`${word}@example.org`);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await book.click();
    await expect(dialog(page).getByLabel('Name')).toHaveValue(`Guest ${word}`);
    await expect(dialog(page).getByRole('radio', { name: '10:00 AM' })).toBeChecked();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Book a tour' }).click();
    await expect(page.getByRole('heading', { name: 'Tour booked' })).toBeFocused();
    await expect(agentPage.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  });

  // The booked day can be in the next week.
  const tourButton = agentPage.getByRole('button', { name: `Guest ${word}` });
  const tours = await request.get('/api/tours', { headers: bearer(agent) });
  const [{ start }] = (await tours.json()) as [{ start: string }];
  const isThisWeek = weekOf(new Date().toISOString().slice(0, 10)).includes(start.slice(0, 10));
  if (!isThisWeek) await agentPage.getByRole('link', { name: 'Next week' }).click();
  await expect(tourButton).toContainText('10:00 AM');

  await dialog(page).getByRole('link', { name: 'View tour details' }).click();
  await expect(page.getByRole('heading', { name: 'Your Tour' })).toBeVisible();
  await expect(page.getByText('10:00 AM – 11:00 AM UTC')).toBeVisible();
  await expectAccessible(page);
  const booked = await test.step('both calendars contain the tour', async () => {
    await tourButton.click();
    await expectAccessible(agentPage);
    const [visitorEntry, agentEntry] = [
      await downloadCalendar(page),
      await downloadCalendar(agentPage),
    ];
    expect(visitorEntry).toEqual(agentEntry);
    expect(visitorEntry).toMatchObject({ method: 'PUBLISH', status: 'CONFIRMED' });
    await agentPage.keyboard.press('Escape');
    return visitorEntry;
  });

  await test.step('the visitor reschedules it, and the agent sees that immediately', async () => {
    await page.getByRole('button', { name: 'Reschedule' }).click();
    await chooseTime(dialog(page), '2:00 PM', start.slice(0, 10));
    await dialog(page).getByRole('button', { name: 'Reschedule' }).click();
    await expect(page.getByText('2:00 PM – 3:00 PM UTC', { exact: true })).toBeVisible();
    await expect(tourButton).toContainText('2:00 PM');
    await tourButton.click();
    const [visitorEntry, agentEntry] = [
      await downloadCalendar(page),
      await downloadCalendar(agentPage),
    ];
    expect(visitorEntry).toEqual(agentEntry);
    expect(visitorEntry.uid).toBe(booked.uid);
    expect(visitorEntry.start).toBe(booked.start.replace('T10:', 'T14:'));
    expect(visitorEntry.sequence).toBeGreaterThan(booked.sequence);
  });

  await test.step('the agent cancels it, and the visitor sees that', async () => {
    await agentPage.getByRole('button', { name: 'Cancel tour' }).click();
    await agentPage.getByRole('alertdialog').getByRole('button', { name: 'Cancel tour' }).click();
    await expect(tourButton).toContainText('Canceled');
    // Without an account there is no event stream: the page polls.
    await expect(page.getByText('Canceled', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reschedule' })).toBeHidden();
  });

  await test.step('agents cannot tour their own homes', async () => {
    await agentPage.goto(pagePaths.property(listing._id));
    await expectHydrated(agentPage);
    await expect(agentPage.getByRole('link', { name: 'Contact Agent' }).first()).toBeVisible();
    await expect(agentPage.getByRole('button', { name: 'Book a tour' })).toHaveCount(0);
  });
});

test('the agent confirms a request, and the visitor’s page shows it @full', async ({
  page,
  browser,
  request,
}) => {
  const word = uniqueWord('tour');
  const agent = await makeAccount(request, 'agent', `Agent ${word}`);
  await setTourHours(request, agent, 'request');
  const listing = await makeListing(request, agent, { title: `Home ${word}` });
  const visitor = await makeAccount(request, 'user', `Guest ${word}`);
  await actAs(page, visitor);
  const waitForStream = () =>
    page.waitForResponse((response) => response.url().endsWith('/api/events'));
  const firstStream = waitForStream();
  await page.goto(pagePaths.tours());
  await expect(page.getByRole('heading', { name: 'No tours yet' })).toBeVisible();
  await firstStream;
  const stream = waitForStream();
  await page.goto(pagePaths.property(listing._id));
  await expectHydrated(page);
  await test.step('the visitor requests a tour with the keyboard only', async () => {
    await page.getByRole('button', { name: 'Request a tour' }).filter({ visible: true }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('group', { name: 'Day' }).getByRole('radio').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(dialog(page).getByRole('radio', { name: '9:00 AM' })).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(dialog(page).getByLabel('Phone (optional)')).toBeFocused();
    await page.keyboard.press('Enter');
  });
  await expect(page.getByRole('heading', { name: 'Tour requested' })).toBeFocused();
  await dialog(page).getByRole('link', { name: 'View tour details' }).click();
  const card = page.getByRole('article').filter({ hasText: `Home ${word}` });
  await expect(card).toContainText('Requested');
  await expectAccessible(page);
  await stream;

  const agentPage = await (await browser.newContext({ timezoneId: 'UTC' })).newPage();
  await actAs(agentPage, agent);
  await agentPage.goto(pagePaths.toursDashboard());
  const tourButton = agentPage.getByRole('button', { name: `Guest ${word}` });
  await expect(
    agentPage.getByRole('heading', { name: 'No tours this week' }).or(tourButton),
  ).toBeVisible();
  if (!(await tourButton.isVisible()))
    await agentPage.getByRole('link', { name: 'Next week' }).click();
  await tourButton.click();
  await dialog(agentPage).getByRole('button', { name: 'Propose another time' }).click();
  const proposal = agentPage.getByRole('dialog', { name: 'Propose another time' });
  await expect(proposal.getByRole('button', { name: 'Propose', exact: true })).toBeDisabled();
  await agentPage.keyboard.press('Escape');
  await expect(proposal).toBeHidden();
  await expect(dialog(agentPage).getByRole('button', { name: 'Cancel tour' })).toHaveCount(0);
  await dialog(agentPage).getByRole('button', { name: 'Confirm' }).click();
  await expect(agentPage.getByText('Tour confirmed.')).toBeVisible();
  await expect(card).toContainText('Booked');
});

test('the message from a booked tour is not prefilled for the next home @full', async ({
  page,
  request,
}) => {
  const word = uniqueWord('tour');
  const agent = await makeAccount(request, 'agent');
  await setTourHours(request, agent);
  const listing = await makeListing(request, agent, { title: `Home ${word}` });
  await page.goto(pagePaths.property(listing._id));
  await expectHydrated(page);
  const book = page.getByRole('button', { name: 'Book a tour' }).filter({ visible: true });
  await book.click();
  await dialog(page).getByRole('group', { name: 'Time' }).locator('label').first().click();
  await dialog(page).getByLabel('Name').fill(`Guest ${word}`);
  await dialog(page).getByLabel('Email').fill(`${word}@example.org`);
  await dialog(page).getByLabel('Message (optional)').fill('May we bring our dog?');
  await dialog(page).getByRole('button', { name: 'Book a tour' }).click();
  await expect(page.getByRole('heading', { name: 'Tour booked' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog(page)).toBeHidden();

  // All homes share the draft, so opening the same home again is enough.
  await book.click();
  await dialog(page).getByRole('group', { name: 'Time' }).locator('label').first().click();
  await expect(dialog(page).getByLabel('Name')).toHaveValue(`Guest ${word}`);
  await expect(dialog(page).getByLabel('Email')).toHaveValue(`${word}@example.org`);
  await expect(dialog(page).getByLabel('Message (optional)')).toHaveValue('');
});

test('an open house is added, found, and canceled @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 400');
  const word = uniqueWord('open');
  const agent = await makeAccount(request, 'agent', `Agent ${word}`);
  const listing = await makeListing(request, agent, { title: `Home ${word}`, city: word });
  await actAs(page, agent);
  await page.goto(pagePaths.editListing(listing._id));
  const editor = page.getByRole('region', { name: 'Open houses' });
  const toLocalTime = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
  await editor.getByLabel('Starts').fill(toLocalTime(26));
  await editor.getByLabel('Ends').fill(toLocalTime(24));
  await editor.getByRole('button', { name: 'Add open house' }).click();
  await expect(editor.getByRole('alert')).toBeVisible();
  await editor.getByLabel('Ends').fill(toLocalTime(28));
  await editor.getByLabel('Note (optional)').fill('Ring twice.');
  await editor.getByRole('button', { name: 'Add open house' }).click();
  await expect(editor.getByRole('listitem')).toContainText('Ring twice.');

  await test.step('the open house appears on cards, in a filter, and on the listing’s page', async () => {
    await page.goto(`${pagePaths.forRent()}?searchTerm=${word}&openHouseWithin=3`);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('article')).toContainText(/Open \w{3} \d/);
    await expect(page.getByText('Open house in the next 3 days')).toBeVisible();
    await page.goto(pagePaths.property(listing._id));
    const section = page.getByRole('region', { name: 'Open houses' });
    await expect(section).toContainText('Ring twice.');
    await expectAccessible(page);
    const downloadPromise = page.waitForEvent('download');
    await section.getByRole('link', { name: 'Add to calendar' }).click();
    const file = await readFile(await (await downloadPromise).path(), 'utf8');
    expect(file).toContain(`SUMMARY:Open house: Home ${word}`);
    const jsonLd = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(jsonLd.join('\n')).toContain('"Event"');
  });

  await test.step('the open house is canceled', async () => {
    await page.goto(pagePaths.editListing(listing._id));
    await editor.getByRole('button', { name: 'Cancel' }).click();
    await expect(editor.getByRole('listitem')).toHaveCount(0);
  });
});

test('does not discard the next open house typed while one is being saved @full', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const listing = await makeListing(request, agent);
  await actAs(page, agent);
  await page.goto(pagePaths.editListing(listing._id));
  const editor = page.getByRole('region', { name: 'Open houses' });
  const toLocalTime = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
  const starts = editor.getByLabel('Starts');
  await starts.fill(toLocalTime(24));
  await editor.getByLabel('Ends').fill(toLocalTime(26));
  const path = `/api/properties/${listing._id}/open-houses`;
  const { waitForRequest, release } = await holdRequests(page, 'POST', path);
  await editor.getByRole('button', { name: 'Add open house' }).click();
  await waitForRequest();
  const nextStart = toLocalTime(48);
  await starts.fill(nextStart);
  release();
  await expect(editor.getByRole('listitem')).toHaveCount(1);
  await expect(starts).toHaveValue(nextStart);

  await editor.getByLabel('Ends').fill(toLocalTime(50));
  await editor.getByRole('button', { name: 'Add open house' }).click();
  await expect(editor.getByRole('listitem')).toHaveCount(2);
  await expect(starts).toHaveValue('');
});

test('a link with an invalid token does not open a tour @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 404');
  const agent = await makeAccount(request, 'agent');
  await setTourHours(request, agent);
  const home = await makeListing(request, agent);
  const { _id } = await bookTour(request, home, uniqueWord('Guest '));
  const response = await page.goto(pagePaths.tour({ id: _id, token: 'x'.repeat(43) }));
  expect(response?.headers()).toMatchObject({
    'cache-control': expect.stringContaining('no-store'),
    'referrer-policy': 'no-referrer',
  });
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
});

test('offers days beyond the first two weeks and continues an earlier conversation @full', async ({
  page,
  request,
}) => {
  const word = uniqueWord('tour');
  const agent = await makeAccount(request, 'agent');
  const listing = await makeListing(request, agent, { title: `Home ${word}` });
  await setTourHours(request, agent, 'instant', 40);
  await page.goto(pagePaths.property(listing._id));
  await expectHydrated(page);

  await page.getByRole('button', { name: /^Ask/ }).filter({ visible: true }).click();
  await dialog(page).getByLabel('Name').fill(`Guest ${word}`);
  await dialog(page).getByLabel('Email').fill(`${word}@example.org`);
  await dialog(page).getByLabel('Your question').fill('Is the garden included?');
  await dialog(page).getByRole('button', { name: 'Send question' }).click();
  await expect(page.getByRole('heading', { name: 'Question sent' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Book a tour' }).filter({ visible: true }).click();
  const days = dialog(page).getByRole('group', { name: 'Day' }).getByRole('radio');
  await expect(days.first()).toBeChecked();
  expect(await days.count()).toBeLessThanOrEqual(14);
  await dialog(page).getByRole('group', { name: 'Day' }).locator('label').last().click();
  await expect.poll(() => days.count()).toBeGreaterThanOrEqual(39);
  await test.step('arrows scroll the row of days', async () => {
    // The radio buttons are hidden behind their labels.
    const chips = dialog(page).getByRole('group', { name: 'Day' }).locator('label');
    await expect(chips.first()).not.toBeInViewport();
    await dialog(page).getByRole('button', { name: 'Earlier days' }).click();
    await expect(chips.last()).not.toBeInViewport();
    const laterButton = dialog(page).getByRole('button', { name: 'Later days' });
    await expect(async () => {
      await laterButton.click();
      await expect(chips.last()).toBeInViewport({ timeout: 500 });
    }).toPass();
  });
  await dialog(page).getByRole('group', { name: 'Day' }).locator('label').nth(2).click();
  const time = dialog(page).getByRole('group', { name: 'Time' });
  await time.locator('label').first().click();
  // On phones, the dialog is a sheet. The selection is preserved.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => dialog(page).boundingBox())
    .toMatchObject({ x: expect.closeTo(0, 0), width: 390 });
  await expect(time.getByRole('radio').first()).toBeChecked();
  await expect(days.nth(2)).toBeChecked();
  await dialog(page).getByRole('group', { name: 'Day' }).locator('label').last().click();
  await dialog(page).getByRole('group', { name: 'Time' }).locator('label').first().click();
  await dialog(page).getByLabel('Name').fill(`Guest ${word}`);
  await dialog(page).getByLabel('Email').fill(`${word}@example.org`);
  await dialog(page).getByRole('button', { name: 'Book a tour' }).click();
  await expect(page.getByRole('heading', { name: 'Tour booked' })).toBeVisible();

  const response = await request.get('/api/inquiries', { headers: bearer(agent) });
  expect(await response.json()).toMatchObject([{ name: `Guest ${word}`, stage: 'tour' }]);
});

test('the hours form does not revert changes from another device', async ({ page, request }) => {
  const agent = await makeAccount(request, 'agent');
  const headers = bearer(agent);
  const setElsewhere = async (isEnabled: boolean) => {
    const data = { isEnabled, timeZone: 'America/Chicago' };
    expect((await request.put('/api/tour-hours', { headers, data })).status()).toBe(200);
  };
  await setElsewhere(true);
  await actAs(page, agent);
  await page.goto(pagePaths.toursDashboard());
  await page.getByRole('tab', { name: 'Hours' }).click();
  await page.getByLabel('Minimum notice (hours)').fill('5');
  await setElsewhere(false);
  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(page.getByText('Hours saved.')).toBeVisible();
  await expect(
    page.getByRole('switch', { name: 'Visitors can book tours', exact: true }),
  ).not.toBeChecked();
  const response = await request.get('/api/tour-hours', { headers });
  expect(await response.json()).toMatchObject({ isEnabled: false, noticeHours: 5 });
});

test('the hours form does not restore days removed on another device before a reconnect', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const headers = bearer(agent);
  await setTourHours(request, agent);
  await page.clock.install();
  await actAs(page, agent);
  await page.goto(pagePaths.toursDashboard());
  await page.getByRole('tab', { name: 'Hours' }).click();
  await page.getByLabel('Monday from').fill('10:00');
  const data = { weekly: [{ day: 1, from: '09:00', to: '17:00' }] };
  expect((await request.put('/api/tour-hours', { headers, data })).status()).toBe(200);

  // The hours must be stale to be fetched again.
  await page.clock.fastForward(31_000);
  const refetch = page.waitForResponse((response) => response.url().endsWith('/api/tour-hours'));
  await page.evaluate(() => {
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
  });
  await (await refetch).finished();
  await page.getByLabel('Minimum notice (hours)').fill('5');
  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(page.getByText('Hours saved.')).toBeVisible();
  const response = await request.get('/api/tour-hours', { headers });
  expect(await response.json()).toMatchObject({
    noticeHours: 5,
    weekly: [{ day: 1, from: '10:00', to: '17:00' }],
  });
});
