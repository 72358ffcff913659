/** Creates agents with tour hours, homes, and visitors for tests. */

import { endpoints } from '#shared/api-endpoints.ts';
import type { TourHours } from '#shared/schemas/tours/tour.ts';
import type { CallOptions, TestApp, TestUser } from '#tests/helpers/test-app.ts';

/** Half-hour slots from nine to five every day in Chicago, with one hour's notice. */
export const HOURS: TourHours = {
  isEnabled: true,
  mode: 'instant',
  timeZone: 'America/Chicago',
  slotMinutes: 30,
  noticeHours: 1,
  daysAhead: 14,
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '09:00', to: '17:00' })),
};

/** March 3, 2026, 10:00 in Chicago, the day after the test clock starts. */
export const SLOT = '2026-03-03T16:00:00.000Z';
/** The slot after `SLOT`. */
export const NEXT_SLOT = '2026-03-03T16:30:00.000Z';

let visitorCount = 0;

/** Returns the form fields of a new visitor without an account. */
export function buildVisitor(): { name: string; email: string } {
  visitorCount += 1;
  return { name: `Visitor ${visitorCount}`, email: `visitor-${visitorCount}@example.org` };
}

/** Adds an agent who offers tours, and a home. */
export async function addTourAgent(server: TestApp, overrides: Partial<TourHours> = {}) {
  const agent = await server.addUser({ role: 'agent' });
  await server.ok(endpoints.setTourHours, { as: agent, body: { ...HOURS, ...overrides } });
  const homeId = await server.addProperty(agent, { title: 'House by the lake' });
  return { agent, homeId };
}

/** Books a tour, by default as a new visitor without an account. */
export function book(
  server: TestApp,
  homeId: string,
  { as, ...body }: { as?: TestUser; start?: string; [field: string]: unknown } = {},
) {
  const visitor = as === undefined ? buildVisitor() : {};
  return server.ok(endpoints.bookTour, {
    as,
    params: { id: homeId },
    body: {
      start: SLOT,
      ...visitor,
      ...body,
    },
  });
}

/** Returns the request options that access a tour with its token. */
export function byToken({ _id, token }: { _id: string; token: string }): CallOptions {
  return { params: { id: _id }, query: { token } };
}
