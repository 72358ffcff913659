/** The demo user's saved homes, searches, and the shortlist shared with the demo agent. */

/**
 * A saved home: how many days ago it was saved, its price on that day as a fraction of today's, and a
 * note.
 */
export type DemoFavorite = {
  daysAgo: number;
  savedPriceRatio: number;
  isSoldOrRented?: true;
  note?: string;
};

/** Newest first; each is a different home. */
export const DEMO_FAVORITES: readonly DemoFavorite[] = [
  { daysAgo: 1, savedPriceRatio: 1, note: 'Ask about the roof.' },
  { daysAgo: 3, savedPriceRatio: 1.04, note: 'South-facing garden. Parking is tight.' },
  { daysAgo: 5, savedPriceRatio: 1 },
  { daysAgo: 9, savedPriceRatio: 0.97 },
  {
    daysAgo: 12,
    savedPriceRatio: 1,
    isSoldOrRented: true,
    note: 'Too late. Look for something like this.',
  },
  { daysAgo: 20, savedPriceRatio: 1 },
];

type DemoVote = 'yes' | 'no';
type DemoComment = readonly [from: 'user' | 'agent', hoursAgo: number, text: string];
export type DemoShortlistHome = {
  votes: { user?: DemoVote; agent?: DemoVote };
  comments: readonly DemoComment[];
};

export const DEMO_SHORTLIST: {
  name: string;
  daysAgo: number;
  homes: readonly DemoShortlistHome[];
} = {
  name: 'Weekend tours',
  daysAgo: 6,
  homes: [
    {
      votes: { user: 'yes', agent: 'yes' },
      comments: [
        ['user', 50, 'The kitchen alone would be worth it.'],
        ['agent', 47, 'And it is quiet: the street ends two houses down.'],
      ],
    },
    {
      votes: { user: 'no', agent: 'yes' },
      comments: [
        ['agent', 30, 'Smaller, but a short walk to the station.'],
        ['user', 26, 'We need the third bedroom, though.'],
      ],
    },
    { votes: { user: 'yes' }, comments: [] },
    { votes: {}, comments: [['user', 4, 'Could we see this one on Saturday?']] },
  ],
};

/** A search, and how long ago it was saved and last viewed. */
export type DemoSavedSearch = {
  search: Record<string, string>;
  daysAgo: number;
  seenDaysAgo: number;
};

/** Each finds homes listed in the last week. */
export const DEMO_SAVED_SEARCHES: readonly DemoSavedSearch[] = [
  {
    search: { status: 'For Sale', city: 'Austin', state: 'TX', maxPrice: '900000' },
    daysAgo: 18,
    seenDaysAgo: 4,
  },
  { search: { status: 'For Rent', city: 'Portland', state: 'OR' }, daysAgo: 11, seenDaysAgo: 7 },
];
