/**
 * Composes a demo home's description: its own sentences, then ones about its facts and its street.
 */

import type { DemoHome, DemoPlace } from './demo-home.ts';

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

type Facts = { beds: string; Beds: string; baths: string; area: string };

const STUDIO_LAYOUT: readonly ((facts: Facts) => string)[] = [
  ({ area }) => `It measures ${area} square feet, bathroom and closet included.`,
  ({ area }) => `In all it comes to ${area} square feet, and every one of them is used.`,
];

const LAYOUT: readonly ((facts: Facts) => string)[] = [
  ({ Beds, baths, area }) => `${Beds} and ${baths} share ${area} square feet.`,
  ({ beds, baths, area }) => `In figures: ${area} square feet, ${beds}, ${baths}.`,
  ({ beds, baths, area }) => `There are ${area} square feet here, with ${beds} and ${baths}.`,
  ({ Beds, baths, area }) =>
    `${Beds}, ${baths} and the rooms for living add up to ${area} square feet.`,
  ({ beds, baths, area }) =>
    `The floor plan, which is among the papers, shows ${area} square feet with ${beds} and ${baths}.`,
  ({ beds, baths, area }) =>
    `Of the ${area} square feet, none is wasted: ${beds}, ${baths}, short halls.`,
  ({ Beds, baths, area }) =>
    `${Beds} and ${baths} on ${area} square feet leave room to spread out.`,
  ({ beds, baths, area }) => `It offers ${beds}, ${baths} and ${area} square feet.`,
  ({ beds, baths, area }) => `You get ${area} square feet, and in them ${beds} and ${baths}.`,
  ({ Beds, baths, area }) =>
    `${Beds} to sleep in, ${baths} to queue for, ${area} square feet in all.`,
  ({ beds, baths, area }) =>
    `Measured last month: ${area} square feet. Counted: ${beds}, ${baths}.`,
];

const OUTSIDE: Record<DemoHome['outside'], readonly string[]> = {
  garden: [
    'The garden has sun on one side and shade on the other, and a tap where you need it.',
    'Out in the garden there is room for a long table and for doing nothing.',
    'The garden is planted to look after itself for three weeks in summer.',
    'There is a garden, fenced, with a corner for bicycles and one for herbs.',
    'The garden has been looked after for years, and looks it.',
    'Garden chairs and the rain barrel stay.',
    'The garden faces away from the street; evenings there are quiet.',
  ],
  pool: [
    'The pool is long enough for laps and shallow enough at one end for everyone else.',
    'Around the pool there is shade from noon on, and a shower.',
    'The pool is heated by the roof and looked after by a man who comes on Thursdays.',
  ],
  terrace: [
    'The terrace takes a table for six and the sun from noon on.',
    'The terrace is level with the floor inside, so one simply walks out.',
    'On the terrace there is a light, a socket and a tap.',
    'Planters along the terrace’s edge are watered by a timer.',
    'The terrace is out of the wind and into the evening.',
  ],
  balcony: [
    'The balcony holds two chairs, a small table and a row of pots.',
    'The balcony is deep enough to eat on.',
    'There is a balcony, with a light and somewhere to hang a fern.',
    'The balcony gets the sun for about half of the day.',
    'From the balcony one sees who is coming, and has time to put the kettle on.',
  ],
  street: [
    'The street is lined with trees and quiet after eight.',
    'Bicycles have a rack at the door, and cars their permits.',
    'It is a street where people know the mail carrier’s name.',
    'The street is one-way and slow, with benches.',
  ],
};

const STUDY: readonly string[] = [
  'The study has a door that closes, a window and enough sockets.',
  'There is a study, apart from the bedrooms, for calls or for the piano.',
  'A separate office keeps the kitchen table free.',
  'The study fits a desk, a wall of books and a guest now and then.',
];

const SALE: readonly string[] = [
  'A recent inspection report is on hand and can be read before a visit.',
  'The sellers would like about eight weeks to move.',
  'Utility bills for the past twelve months are available on request.',
  'Visits are by appointment, weekday evenings included.',
  'The seller’s disclosure is complete, three small flaws included.',
  'It is empty and can be yours as soon as the papers are.',
  'Offers are looked at together, a week after the first open house.',
  'Curtain rods, shelves and the washing machine stay where they are.',
  'Come on a weekday as well as on a weekend: it should convince you twice.',
];

const RENT: readonly string[] = [
  'The lease runs for twelve months; the deposit is one month’s rent.',
  'Cats are welcome, dogs after we have met them.',
  'It is free from the first of next month.',
  'A lease of a year is preferred, and a longer one is welcome.',
  'No application fee; the deposit is one month’s rent.',
  'Water and trash are included; electricity is not.',
  'Repairs are answered within two working days, in writing.',
  'Smoking is for outside, pets are for talking about.',
  'Visits are in groups of one: yours.',
];

/**
 * @param index the home's number in the whole demo; adjacent homes get different sentences
 * @param visit the number of earlier homes in the same place
 */
export function describeDemoHome(
  home: DemoHome,
  place: DemoPlace,
  index: number,
  visit: number,
): string {
  const facts: Facts = {
    beds: count(home.bedrooms, 'bedroom'),
    Beds: capitalize(count(home.bedrooms, 'bedroom')),
    baths: count(home.bathrooms, 'bathroom'),
    area: home.sqft.toLocaleString('en-US'),
  };
  const layouts = home.bedrooms === 0 ? STUDIO_LAYOUT : LAYOUT;
  const inside = [
    rotate(layouts, index)?.(facts),
    home.hasStudy && rotate(STUDY, index),
    rotate(OUTSIDE[home.outside], Math.floor(index / 2)),
  ];
  const around = [
    rotate(place.about, visit),
    rotate(home.status === 'For Sale' ? SALE : RENT, index * 2),
  ];
  return [home.story, sentences(inside), sentences(around)].join('\n\n');
}

function count(number: number, noun: string): string {
  return `${NUMBER_WORDS[number] ?? number} ${noun}${number === 1 ? '' : 's'}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function rotate<T>(choices: readonly T[], turn: number): T | undefined {
  return choices[turn % choices.length];
}

function sentences(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => typeof part === 'string').join(' ');
}
