/** The demo agent's tours and open houses; the demo user requested some of the tours. */

import type { TourStatus } from '#shared/schemas/tours/tour.ts';

export type DemoTour = {
  /** Set if requested by the demo user; otherwise, by a visitor without an account. */
  isByDemoUser?: true;
  name: string;
  email: string;
  phone?: string;
  status: TourStatus;
  /** Days from today. */
  inDays: number;
  /** Local time, within the agent's hours. */
  at: string;
};

export const DEMO_TIME_ZONE = 'America/Chicago';
export const DEMO_SLOT_MINUTES = 45;

/** The demo agent's weekly hours; day 1 is Monday. */
export const DEMO_WEEKLY = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  day,
  from: day < 6 ? '09:00' : '12:00',
  to: day < 6 ? '18:00' : '16:30',
}));

const person = (name: string, phone?: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@demo.doorstep.example`,
  ...(phone === undefined ? {} : { phone }),
});
const demoUser = {
  isByDemoUser: true,
  name: 'Demo User',
  email: 'user@demo.doorstep.example',
} as const;

/** Tours that do not overlap, each for a different home. */
export const DEMO_TOURS: readonly DemoTour[] = [
  { ...demoUser, status: 'booked', inDays: -4, at: '12:45' },
  { ...person('Priya Ramanathan', '512-555-0142'), status: 'booked', inDays: -2, at: '14:15' },
  { ...person('Owen Bellamy'), status: 'canceled', inDays: -1, at: '12:00' },
  { ...person('Lucia Ferrante', '312-555-0187'), status: 'booked', inDays: 1, at: '12:00' },
  { ...demoUser, status: 'booked', inDays: 2, at: '13:30' },
  { ...person('Hannah Osei', '512-555-0111'), status: 'requested', inDays: 2, at: '15:00' },
  { ...person('Gregor Stahl'), status: 'booked', inDays: 3, at: '12:45' },
  { ...person('Mei Tanaka', '312-555-0166'), status: 'requested', inDays: 5, at: '14:15' },
  { ...person('Ruben Castellanos'), status: 'booked', inDays: 6, at: '12:00' },
  { ...demoUser, status: 'requested', inDays: 8, at: '12:45' },
  { ...person('Nora Whitfield', '512-555-0178'), status: 'booked', inDays: 9, at: '13:30' },
];

/**
 * Open houses for the demo agent's two newest homes. Each is on the next Saturday (day 6) or Sunday
 * (day 7).
 */
export const DEMO_OPEN_HOUSES = [
  { day: 6, from: '13:00', to: '15:00', note: 'No appointment needed. Park on the street.' },
  { day: 7, from: '11:00', to: '12:30', note: null },
] as const;
