/** Random searches that combine filters, sort orders, and pages; the same for each seed, except for dates. */

import { FEATURE_CODES, PROPERTY_SORTS, PROPERTY_TYPES } from '#shared/property-choices.ts';
import { KEYWORDS } from './dataset.ts';

type Query = Record<string, string>;

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Filters by details of a home or listing. Each search picks from them one to five times. */
const DETAIL_FILTERS: ((random: () => number) => Query)[] = [
  (random) => ({ features: pickSome(FEATURE_CODES, 1 + Math.floor(random() * 3), random) }),
  (random) => ({ bathrooms: String(1 + Math.floor(random() * 4)) }),
  (random) => ({ minSqft: String(500 + 250 * Math.floor(random() * 14)) }),
  (random) => ({ maxSqft: String(800 + 250 * Math.floor(random() * 14)) }),
  (random) => ({ minLotSqft: String(1_000 + 2_000 * Math.floor(random() * 20)) }),
  (random) => ({ minYearBuilt: String(1950 + 5 * Math.floor(random() * 15)) }),
  (random) => ({ parking: String(1 + Math.floor(random() * 3)) }),
  (random) => ({ maxHoa: String(100 * Math.floor(random() * 6)) }),
  (random) => ({ status: 'For Rent', pets: pick(['cats', 'dogs'], random) }),
  () => ({ status: 'For Rent', furnished: 'yes' }),
  (random) => ({ status: 'For Rent', availableBy: dateInDays(Math.floor(random() * 90)) }),
  (random) => ({ listedWithin: pick(['1', '7', '14', '30', '90'], random) }),
  (random) => ({ openHouseWithin: pick(['2', '7', '30'], random) }),
  () => ({ reduced: 'true' }),
  (random) => ({ underContract: pick(['exclude', 'only'], random) }),
  (random) => ({ maxMonthly: String(1_000 + 500 * Math.floor(random() * 12)) }),
];

/** Other filters, each with its probability. */
const OTHER_FILTERS: [probability: number, make: (random: () => number) => Query][] = [
  [0.7, (random) => ({ status: pick(['For Sale', 'For Rent'], random) })],
  [0.4, (random) => ({ propertyType: pick([...PROPERTY_TYPES, 'House,Condo'], random) })],
  [0.4, (random) => ({ bedrooms: String(1 + Math.floor(random() * 5)) })],
  [0.4, (random) => ({ searchTerm: pickWords(random) })],
  [0.35, pickPlace],
  [0.02, (random) => ({ agentId: String(1 + Math.floor(random() * 200)) })],
];

/** Picks one of several choices. */
export function pick<T>(choices: readonly T[], random: () => number): T {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new Error('There are no choices.');
  return choice;
}

function pickSome(choices: readonly string[], count: number, random: () => number): string {
  return [...new Set(Array.from({ length: count }, () => pick(choices, random)))].join(',');
}

const dateInDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Picks one or two words, 40% of them common. */
function pickWords(random: () => number): string {
  const word = () => pick(random() < 0.4 ? KEYWORDS.common : KEYWORDS.rare, random);
  return random() < 0.7 ? word() : `${word()} ${word()}`;
}

/** Picks a city, or a box whose sides are a quarter of a degree to eight degrees long. */
function pickPlace(random: () => number): Query {
  if (random() < 0.4)
    return {
      city: `City${Math.floor(64 * random() ** 2.5)}`,
      ...(random() < 0.7
        ? { state: pick(['CA', 'TX', 'NY', 'IN', 'OR', 'WA', 'FL', 'OH'], random) }
        : {}),
    };
  const size = 0.25 * 2 ** (random() * 5);
  const west = -119 + 42 * random();
  const south = 26 + 17 * random();
  return {
    bounds: [west, south, west + size, south + size].map((degrees) => degrees.toFixed(4)).join(','),
  };
}

/** Picks a minimum price, a maximum price, or both. */
function pickPrices(isRent: boolean, random: () => number): Query {
  const [min, span] = isRent ? [800, 5_000] : [90_000, 1_500_000];
  const low = Math.round(min + random() * span);
  const high = Math.round(low + random() ** 2 * span);
  const kind = random();
  if (kind < 0.3) return { minPrice: String(low) };
  if (kind < 0.6) return { maxPrice: String(high) };
  return { minPrice: String(low), maxPrice: String(high) };
}

/** Returns the API paths of random searches. */
export function makeRandomSearches(count: number, seed = 1): string[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const query: Query = {};
    for (const [probability, make] of OTHER_FILTERS)
      if (random() < probability) Object.assign(query, make(random));
    if (random() < 0.5) Object.assign(query, pickPrices(query['status'] === 'For Rent', random));
    const detailCount = 1 + Math.floor(random() * 5);
    for (let detail = 0; detail < detailCount; detail += 1)
      Object.assign(query, pick(DETAIL_FILTERS, random)(random));
    const page = random() < 0.9 ? {} : { page: String(2 + Math.floor(random() ** 3 * 40)) };
    const parameters = { limit: '12', ...query, sort: pick(PROPERTY_SORTS, random), ...page };
    return `/api/properties?${new URLSearchParams(parameters).toString()}`;
  });
}
