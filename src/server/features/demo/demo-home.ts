/** What is written by hand about the demo homes; the rest is composed of it. */

import type { PropertyStatus, PropertyType } from '#shared/property-choices.ts';

/** A neighbourhood: the middle of some of its residential blocks, some 300 metres from water or more. */
export type DemoPlace = {
  latitude: number;
  longitude: number;
  zipCode: string;
  /** Sentences about it, one for each home there in turn. */
  about: readonly string[];
};

export type DemoHome = {
  /** One of the city's places. */
  place: string;
  /** Invented: the house number and street exist in this file only. */
  address: string;
  title: string;
  propertyType: PropertyType;
  status: PropertyStatus;
  /** US dollars: the price, or the rent of a month. */
  price: number;
  bedrooms: number;
  bathrooms: number;
  sqft: number;
  /** How it looks from outside: the style of a picture in `demo/images`. */
  style: string;
  /** What opens off it, shown by a picture. */
  outside: 'garden' | 'pool' | 'terrace' | 'balcony' | 'street';
  hasStudy?: true;
  /** Sold or rented. */
  isTaken?: true;
  /** Sentences about this home alone. */
  story: string;
};

export type DemoCity = {
  city: string;
  state: string;
  /** Whether a picture in the snow could be from here. */
  hasSnow: boolean;
  places: Record<string, DemoPlace>;
  homes: readonly DemoHome[];
};
