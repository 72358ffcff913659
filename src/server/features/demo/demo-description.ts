/**
 * Composes a demo home's description: its own text, then sentences about its facts, neighborhood,
 * and sale or lease.
 */

import type { DemoHome, DemoPlace } from './demo-home.ts';

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

type Facts = { beds: string; Beds: string; baths: string; area: string };

const STUDIO_LAYOUT: readonly ((facts: Facts) => string)[] = [
  ({ area }) => `It measures ${area} square feet, bathroom and closets included.`,
  ({ area }) => `It comes to ${area} square feet in all, with no wasted space.`,
];

const LAYOUT: readonly ((facts: Facts) => string)[] = [
  ({ Beds, baths, area }) => `${Beds} and ${baths} share ${area} square feet.`,
  ({ beds, baths, area }) => `By the numbers: ${area} square feet, ${beds}, ${baths}.`,
  ({ beds, baths, area }) => `There are ${area} square feet here, with ${beds} and ${baths}.`,
  ({ Beds, baths, area }) =>
    `${Beds}, ${baths}, and the living space add up to ${area} square feet.`,
  ({ beds, baths, area }) =>
    `The floor plan, available on request, shows ${area} square feet with ${beds} and ${baths}.`,
  ({ beds, baths, area }) =>
    `None of the ${area} square feet is wasted: ${beds}, ${baths}, and short hallways.`,
  ({ Beds, baths, area }) =>
    `${Beds} and ${baths} in ${area} square feet leave room to spread out.`,
  ({ beds, baths, area }) => `It offers ${beds}, ${baths}, and ${area} square feet.`,
  ({ beds, baths, area }) => `You get ${area} square feet, with ${beds} and ${baths}.`,
  ({ Beds, baths, area }) => `${Beds}, ${baths}, and ${area} square feet in all.`,
  ({ beds, baths, area }) => `Recently measured at ${area} square feet, with ${beds} and ${baths}.`,
];

const OUTSIDE: Record<DemoHome['outside'], readonly string[]> = {
  garden: [
    'The garden has sun on one side and shade on the other, and a spigot where you need it.',
    'Out in the garden there is room for a long table and for doing nothing.',
    'The garden is planted to look after itself for three weeks in summer.',
    'There is a garden, fenced, with a corner for bicycles and one for herbs.',
    'The garden has been cared for over the years, and it shows.',
    'The garden chairs and rain barrel are included.',
    'The garden faces away from the street; evenings there are quiet.',
  ],
  pool: [
    'The pool is long enough for laps and shallow enough at one end for everyone else.',
    'Around the pool there is shade from noon on, and a shower.',
    'The pool has solar heating and is serviced every Thursday.',
  ],
  terrace: [
    'The terrace fits a table for six and gets sun from noon on.',
    'The terrace is level with the floor inside, so you simply walk out.',
    'The terrace has a light, an outlet, and a spigot.',
    'Planters along the terrace’s edge are watered by a timer.',
    'The terrace is sheltered from the wind and sunny into the evening.',
  ],
  balcony: [
    'The balcony fits two chairs, a small table, and a row of pots.',
    'The balcony is deep enough to eat on.',
    'There is a balcony, with a light and somewhere to hang a fern.',
    'The balcony gets sun for about half the day.',
    'From the balcony you see who is coming, in time to put the coffee on.',
  ],
  street: [
    'The street is lined with trees and quiet after eight.',
    'There is a bike rack at the door, and permit parking for cars.',
    'It is a street where people know the mail carrier’s name.',
    'The street is one-way and slow, with benches.',
  ],
};

const STUDY: readonly string[] = [
  'The study has a door that closes, a window, and plenty of outlets.',
  'There is a study, separate from the bedrooms, for calls or for the piano.',
  'A separate office keeps the kitchen table free.',
  'The study fits a desk, a wall of books, and a guest now and then.',
];

const SALE: readonly string[] = [
  'A recent inspection report is available before a showing.',
  'The sellers would like about eight weeks to move.',
  'Utility bills for the past twelve months are available on request.',
  'Showings are by appointment, weekday evenings included.',
  'The seller’s disclosure is available and lists three minor flaws.',
  'It is vacant and can be yours as soon as the paperwork is done.',
  'Offers will be reviewed a week after the first open house.',
  'The curtain rods, shelves, and washing machine are included.',
  'See it on a weekday and on a weekend: it shows well on both.',
];

const RENT: readonly string[] = [
  'The lease runs for twelve months; the deposit is one month’s rent.',
  'Cats are welcome, and so are dogs once we have met them.',
  'It is available starting the first of next month.',
  'A one-year lease is preferred, and a longer one is welcome.',
  'No application fee; the deposit is one month’s rent.',
  'Water and trash are included; electricity is not.',
  'Repair requests are answered within two business days, in writing.',
  'Smoking outdoors only; pets are negotiable.',
  'Private showings only.',
];

/**
 * @param index the home's index in the demo; it selects the sentences, so most homes with adjacent
 *   indexes get different ones
 * @param indexInPlace the number of earlier homes in the same place
 */
export function describeDemoHome(
  home: DemoHome,
  place: DemoPlace,
  index: number,
  indexInPlace: number,
): string {
  const facts: Facts = {
    beds: countNoun(home.bedrooms, 'bedroom'),
    Beds: capitalize(countNoun(home.bedrooms, 'bedroom')),
    baths: countNoun(home.bathrooms, 'bathroom'),
    area: home.sqft.toLocaleString('en-US'),
  };
  const layouts = home.bedrooms === 0 ? STUDIO_LAYOUT : LAYOUT;
  const interior = [
    rotate(layouts, index)?.(facts),
    home.hasStudy && rotate(STUDY, index),
    rotate(OUTSIDE[home.outside], Math.floor(index / 2)),
  ];
  const surroundings = [
    rotate(place.about, indexInPlace),
    rotate(home.status === 'For Sale' ? SALE : RENT, index * 2),
  ];
  return [home.story, joinSentences(interior), joinSentences(surroundings)].join('\n\n');
}

function countNoun(number: number, noun: string): string {
  return `${NUMBER_WORDS[number] ?? number} ${noun}${number === 1 ? '' : 's'}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function rotate<T>(choices: readonly T[], turn: number): T | undefined {
  return choices[turn % choices.length];
}

function joinSentences(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => typeof part === 'string').join(' ');
}
