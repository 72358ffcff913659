/** Facts of demo homes: those that their title or story mentions, and others typical of their style. */

import { createHash } from 'node:crypto';
import type { PropertyFacts } from '#shared/properties/property-fields.ts';
import { FEATURE_CODES, type FeatureCode } from '#shared/property-choices.ts';
import type { DemoHome } from './demo-home.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The first and last years in which homes of each style were built. */
const YEARS: Readonly<Record<string, readonly [number, number]>> = {
  aframe: [1964, 1978],
  colonial: [1925, 1965],
  cottage: [1918, 1948],
  courtyard: [1924, 1962],
  craftsman: [1908, 1929],
  deco: [1928, 1939],
  farmhouse: [1898, 1938],
  gardenFlats: [1948, 1972],
  glassTower: [2006, 2021],
  midRise: [1998, 2018],
  midcentury: [1951, 1967],
  modern: [2011, 2022],
  ranch: [1952, 1974],
  scandinavian: [2012, 2021],
  spanish: [1924, 1938],
  terraces: [2008, 2020],
  townhouse: [1994, 2019],
  twinTowers: [2003, 2016],
  victorian: [1882, 1904],
  walkUp: [1909, 1931],
  warehouse: [1911, 1934],
  waterfront: [2004, 2019],
};

const ONE_STORY_STYLES = new Set(['ranch', 'midcentury', 'courtyard', 'spanish']);
const TOWER_STYLES = new Set(['glassTower', 'twinTowers']);
const ELEVATOR_STYLES = new Set([...TOWER_STYLES, 'midRise', 'terraces']);

/** Patterns of words in a home's title or story that mention a feature. */
const MENTIONED: readonly (readonly [RegExp, FeatureCode])[] = [
  [/\belevator/i, 'elevator'],
  [/\bgarage\b/i, 'garage'],
  [/\bdoorman/i, 'doorman'],
  [/\bfireplace/i, 'fireplace'],
  [/\bcharger\b/i, 'ev_charging'],
  [/\bsolar\b/i, 'solar_panels'],
  [/\bstorage room/i, 'storage'],
  [/\bbasement\b/i, 'basement'],
  [/\battic\b/i, 'attic'],
  [/\bheat pump/i, 'heat_pump'],
  [/\blaundry room/i, 'shared_laundry'],
  [/\b(?:oak|fir|maple|pine) floors/i, 'hardwood_floors'],
];

/** Returns a function that yields deterministic numbers in [0, 1) for an address. */
function createChance(address: string): (index: number) => number {
  const bytes = createHash('sha256').update(`facts of ${address}`).digest();
  return (index) => (bytes[index % bytes.length] ?? 0) / 256;
}

/** Returns a year typical of a style; `null` for a style without a period. */
function typicalYear(style: string, chance: number): number | null {
  const [first, last] = YEARS[style] ?? [];
  return first === undefined || last === undefined
    ? null
    : first + Math.floor(chance * (last - first + 1));
}

function featuresOf(home: DemoHome, hasSnow: boolean, chance: (index: number) => number) {
  const text = `${home.title}. ${home.story}`;
  const mentionedFeatures = MENTIONED.flatMap(([pattern, code]) => {
    const position = text.search(pattern);
    const isNegated =
      position >= 0 && /\b(?:no|without|never)\b[^.]*$/i.test(text.slice(0, position));
    return position < 0 || isNegated ? [] : [code];
  });
  const inferredFeatures: (FeatureCode | false)[] = [
    home.outside === 'garden' && 'garden',
    home.outside === 'pool' && 'pool',
    home.outside === 'terrace' && 'patio',
    home.outside === 'balcony' && 'balcony',
    home.hasStudy === true && 'office',
    home.style === 'waterfront' && 'waterfront',
    home.style === 'waterfront' && 'view',
    TOWER_STYLES.has(home.style) && 'gym',
    TOWER_STYLES.has(home.style) && 'view',
    ELEVATOR_STYLES.has(home.style) && 'elevator',
    (!hasSnow || chance(0) < 0.5) && 'air_conditioning',
    chance(1) < 0.7 && 'dishwasher',
    chance(2) < 0.6 && !mentionedFeatures.includes('shared_laundry') && 'washer_dryer',
    home.propertyType !== 'House' && chance(3) < 0.4 && 'storage',
    home.status === 'For Rent' && chance(4) < 0.6 && 'smoke_free',
  ];
  const features = new Set<unknown>([...mentionedFeatures, ...inferredFeatures]);
  return FEATURE_CODES.filter((code) => features.has(code));
}

/** Returns the facts of a demo home, which are deterministic for a home and time. */
export function factsOfDemoHome(
  home: DemoHome,
  { hasSnow, now }: { hasSnow: boolean; now: Date },
): PropertyFacts {
  const chance = createChance(home.address);
  const { price, sqft, style } = home;
  const isHouse = home.propertyType === 'House';
  const isRent = home.status === 'For Rent';
  const isTownHouse = style === 'townhouse';
  const features = featuresOf(home, hasSnow, chance);
  const minParking = features.includes('garage') ? 1 : 0;
  const availableFrom = new Date(now.getTime() + Math.floor(chance(9) * 60) * DAY_MS);
  const pets = ['none', 'cats', 'dogs', 'cats_and_dogs'] as const;
  return {
    yearBuilt: home.yearBuilt ?? typicalYear(style, chance(5)),
    lotSqft: isHouse
      ? Math.round((sqft * (isTownHouse ? 0.8 : 2 + chance(6) * 3)) / 50) * 50
      : null,
    stories: isHouse ? (isTownHouse ? 3 : ONE_STORY_STYLES.has(style) ? 1 : 2) : null,
    parkingSpaces: isHouse ? Math.max(1, Math.floor(chance(7) * 3)) : minParking,
    hoaFee:
      home.propertyType === 'Condo' && !isRent
        ? Math.round((sqft * (0.3 + chance(8) * 0.25)) / 5) * 5
        : null,
    taxAnnual: isRent ? null : Math.round((price * (0.009 + chance(10) * 0.005)) / 10) * 10,
    features,
    pets: isRent ? (pets[Math.floor(chance(11) * 4)] ?? null) : null,
    furnished: isRent ? (chance(12) < 0.15 ? 'yes' : 'no') : null,
    availableFrom: isRent ? availableFrom.toISOString().slice(0, 10) : null,
    leaseMonths: isRent ? (chance(13) < 0.2 ? 6 : 12) : null,
    deposit: isRent ? price : null,
    virtualTourUrl: null,
    mlsNumber: null,
  };
}
