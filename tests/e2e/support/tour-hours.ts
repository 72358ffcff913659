/** Sets agents' hours and books tours through the API, and chooses times in the booking dialog. */

import type { APIRequestContext, Locator } from '@playwright/test';
import { bearer, type Account } from './accounts.ts';
import { expect } from './fixtures.ts';

/** Every day from 9:00 to 17:00 UTC, in slots of one hour, without minimum notice. */
const HOURS = {
  isEnabled: true,
  mode: 'instant' as 'instant' | 'request',
  timeZone: 'UTC',
  slotMinutes: 60,
  noticeHours: 0,
  daysAhead: 14,
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '09:00', to: '17:00' })),
};

/** Lets visitors book tours with an agent. */
export async function setTourHours(
  request: APIRequestContext,
  agent: Account,
  mode: 'instant' | 'request' = 'instant',
  daysAhead = HOURS.daysAhead,
): Promise<void> {
  const response = await request.put('/api/tour-hours', {
    headers: bearer(agent),
    data: { ...HOURS, mode, daysAhead },
  });
  expect(response.status(), await response.text()).toBe(200);
}

/** Books the first slot after today, without an account. */
export async function bookTour(
  request: APIRequestContext,
  home: { _id: string },
  name: string,
): Promise<{ _id: string; token: string }> {
  const slotsResponse = await request.get(`/api/properties/${home._id}/tour-slots?days=3`);
  const slots = (await slotsResponse.json()) as { start: string }[];
  const today = new Date().toISOString().slice(0, 10);
  const start = slots.find((slot) => !slot.start.startsWith(today))?.start;
  const response = await request.post(`/api/properties/${home._id}/tours`, {
    data: { start, name, email: `${name.replaceAll(' ', '.')}@example.org` },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()) as { _id: string; token: string };
}

/**
 * Chooses a day and a time by their labels because the radio buttons are hidden.
 *
 * @param day `YYYY-MM-DD`; by default, the second available day
 */
export async function chooseTime(dialog: Locator, time: string, day?: string): Promise<void> {
  const labels = dialog.getByRole('group', { name: 'Day' }).locator('label');
  const radio = dialog.page().locator(`input[value="${day}"]`);
  await (day === undefined ? labels.nth(1) : labels.filter({ has: radio })).click();
  await dialog.getByRole('group', { name: 'Time' }).getByText(time, { exact: true }).click();
  await expect(dialog.getByRole('radio', { name: time, exact: true })).toBeChecked();
}
