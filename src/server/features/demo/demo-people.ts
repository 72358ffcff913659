/**
 * Demo accounts and contact messages: obviously fictional, with a domain that no one can register
 * (RFC 2606).
 */

import type { Role } from '#shared/schemas/user.ts';

const DOMAIN = 'demo.doorstep.example';

/** Sign-ins for the demo; printed at startup and listed in the README. */
export const DEMO_SIGN_INS = [
  { role: 'admin', email: `admin@${DOMAIN}`, password: 'doorstep' },
  { role: 'agent', email: `agent@${DOMAIN}`, password: 'doorstep' },
  { role: 'user', email: `user@${DOMAIN}`, password: 'doorstep' },
] as const satisfies readonly { role: Role; email: string; password: string }[];

export type DemoPerson = {
  name: string;
  email: string;
  role: Role;
  /** The cities whose homes an agent lists. */
  cities: readonly string[];
  /** The account's age at the time of seeding. */
  memberForDays: number;
};

const agent = (name: string, mailbox: string, memberForDays: number, cities: string[]) => ({
  name,
  email: `${mailbox}@${DOMAIN}`,
  role: 'agent' as const,
  cities,
  memberForDays,
});

/** In the same order as the portraits. */
export const DEMO_AGENTS: readonly DemoPerson[] = [
  agent('Maren Calloway', 'agent', 2_210, ['Austin', 'Chicago']),
  agent('Desmond Ashford', 'desmond.ashford', 1_840, ['San Diego']),
  agent('Ines Whitlock', 'ines.whitlock', 1_395, ['Portland']),
  agent('Tobias Lindqvist', 'tobias.lindqvist', 1_120, ['Boston']),
  agent('Josephine Tranter', 'josephine.tranter', 905, ['Seattle']),
  agent('Walter Nakasone', 'walter.nakasone', 640, ['Denver']),
  agent('Samira Haddon', 'samira.haddon', 380, ['Asheville', 'Savannah']),
  agent('Caleb Ardenne', 'caleb.ardenne', 95, ['Minneapolis']),
];

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    name: 'Demo Admin',
    email: `admin@${DOMAIN}`,
    role: 'admin',
    cities: [],
    memberForDays: 2_400,
  },
  ...DEMO_AGENTS,
  { name: 'Demo User', email: `user@${DOMAIN}`, role: 'user', cities: [], memberForDays: 21 },
];

export type DemoMessage = {
  name: string;
  email: string;
  subject: string;
  message: string;
  isRead: boolean;
  /** Its age at the time of seeding. */
  hoursAgo: number;
};

/** Contact messages. */
export const DEMO_MESSAGES: readonly DemoMessage[] = [
  {
    name: 'Greta Holloway',
    email: `greta@${DOMAIN}`,
    subject: 'Is the A-frame open to dogs?',
    message:
      'We are two people and one old retriever who mostly sleeps. Would the owners of the cabin on Rattlebark Ridge consider us starting in October? We could send a letter from our current landlord.',
    isRead: false,
    hoursAgo: 2,
  },
  {
    name: 'Marcus Vane',
    email: `marcus@${DOMAIN}`,
    subject: 'Listing my mother’s house',
    message:
      'My mother is moving closer to us and we would like to list her house in Minneapolis this fall. It needs some paint. Is it better to do that before or to say so in the listing? Thank you for any advice.',
    isRead: false,
    hoursAgo: 9,
  },
  {
    name: 'Adaeze Moor',
    email: `adaeze@${DOMAIN}`,
    subject: 'Wrong number of bathrooms',
    message:
      'I visited a condo last week that has one more bathroom in the listing than in real life. The agent was very nice about it. I thought you would want to know.',
    isRead: false,
    hoursAgo: 27,
  },
  {
    name: 'Piotr Sand',
    email: `piotr@${DOMAIN}`,
    subject: 'Saved searches',
    message:
      'I look for the same thing every morning: two bedrooms in Portland under $2,200 a month. It would save me ten clicks if I could keep that search. For now I have bookmarked it, which works too.',
    isRead: true,
    hoursAgo: 52,
  },
  {
    name: 'Lena Brightwater',
    email: `lena@${DOMAIN}`,
    subject: 'Thank you from the new owners',
    message:
      'We found our house here in March, moved in over the summer, and just had our first dinner on the terrace. Please pass our thanks on to Tobias, who answered every question twice.',
    isRead: true,
    hoursAgo: 98,
  },
  {
    name: 'Harold Quist',
    email: `harold@${DOMAIN}`,
    subject: 'Joining as an agent',
    message:
      'I have been an agent in Duluth for twelve years and would like to list with you. Do I sign up like everyone else, or do you need anything from me first?',
    isRead: true,
    hoursAgo: 141,
  },
  {
    name: 'Sunniva Park',
    email: `sunniva@${DOMAIN}`,
    subject: 'Step-free homes',
    message:
      'My father uses a wheelchair. The listing in St. Johns mentions the width of the doors, which helped us enormously. Could more listings say that?',
    isRead: true,
    hoursAgo: 230,
  },
  {
    name: 'Teodor Blum',
    email: `teodor@${DOMAIN}`,
    subject: 'Furnished, three months, Austin',
    message:
      'I am coming for a project from January to March. Is the condo on Brazos Terrace free then, and is the desk big enough for two monitors?',
    isRead: true,
    hoursAgo: 412,
  },
];
