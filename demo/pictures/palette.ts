import type { Rgb } from './color.ts';

export type Light = 'morning' | 'day' | 'golden' | 'dusk' | 'night';
export type Season = 'spring' | 'summer' | 'autumn' | 'winter';

/** How a time of day lights things. */
export interface Mood {
  name: Light;
  /** Light on a surface that faces the sun, and on one that lies in shade. */
  sun: Rgb;
  shade: Rgb;
  /** Height of the sun in degrees; low suns make long shadows. */
  elevation: number;
  /** Colour and strength of cast shadows. */
  shadow: string;
  shadowAlpha: number;
  /** Sky from the top to the horizon. */
  sky: readonly string[];
  cloud: string;
  /** What distance fades to. */
  haze: string;
  /** Share of windows with a lamp on. */
  lamps: number;
}

export const MOODS: Record<Light, Mood> = {
  morning: {
    name: 'morning',
    sun: [1.05, 0.99, 0.92],
    shade: [0.69, 0.71, 0.79],
    elevation: 27,
    shadow: '#34405e',
    shadowAlpha: 0.36,
    sky: ['#a9c3d1', '#cbd8d8', '#ecdfd0', '#f7e3cf'],
    cloud: '#fdf1e4',
    haze: '#dfdcd4',
    lamps: 0.06,
  },
  day: {
    name: 'day',
    sun: [1.05, 1.02, 0.96],
    shade: [0.66, 0.7, 0.79],
    elevation: 44,
    shadow: '#28374f',
    shadowAlpha: 0.4,
    sky: ['#7fa9c0', '#a6c5d1', '#cfdfdd', '#eeeade'],
    cloud: '#fffaf0',
    haze: '#d3dfdf',
    lamps: 0,
  },
  golden: {
    name: 'golden',
    sun: [1.12, 0.95, 0.74],
    shade: [0.64, 0.58, 0.66],
    elevation: 22,
    shadow: '#47304f',
    shadowAlpha: 0.4,
    sky: ['#8fa7b4', '#c9bfae', '#efcd9c', '#f6c487'],
    cloud: '#fbe3bd',
    haze: '#e8c9a2',
    lamps: 0.25,
  },
  dusk: {
    name: 'dusk',
    sun: [0.74, 0.62, 0.64],
    shade: [0.46, 0.45, 0.59],
    elevation: 14,
    shadow: '#1d1d3a',
    shadowAlpha: 0.22,
    sky: ['#39466b', '#6a6a8c', '#b98a8f', '#eab08a'],
    cloud: '#d99c92',
    haze: '#a4838d',
    lamps: 0.72,
  },
  night: {
    name: 'night',
    sun: [0.46, 0.5, 0.66],
    shade: [0.29, 0.33, 0.49],
    elevation: 38,
    shadow: '#0c1226',
    shadowAlpha: 0.28,
    sky: ['#141d38', '#1f2c4e', '#314468', '#4a5d7d'],
    cloud: '#3d4f73',
    haze: '#33456a',
    lamps: 0.62,
  },
};

/** What grows, by season. */
export interface Growth {
  lawn: string;
  leaves: readonly string[];
  shrubs: readonly string[];
  flowers: readonly string[];
  hills: readonly string[];
  snow: boolean;
}

export const GROWTH: Record<Season, Growth> = {
  spring: {
    lawn: '#9bad68',
    leaves: ['#8fa860', '#7d9c5c', '#a3b36a', '#e3b7b4', '#efd9d4'],
    shrubs: ['#6f9058', '#86a362', '#5c7f55'],
    flowers: ['#e9c3c1', '#f3e6cf', '#d98d86', '#b9a3c9', '#efcf7c'],
    hills: ['#8ba384', '#a3b597', '#bcc8ae'],
    snow: false,
  },
  summer: {
    lawn: '#859a58',
    leaves: ['#5d7f4d', '#4d7049', '#73904f', '#3f6247'],
    shrubs: ['#4f744a', '#64844d', '#3f6144'],
    flowers: ['#f2e7d0', '#cf7b5c', '#8d86b8', '#e3b457', '#d9a5a0'],
    hills: ['#6f8f7a', '#8ea791', '#acbda8'],
    snow: false,
  },
  autumn: {
    lawn: '#a39a5c',
    leaves: ['#c1803f', '#a95a38', '#d0a04c', '#8b5a3a', '#7d8250'],
    shrubs: ['#7c7b48', '#9a6a40', '#616b45'],
    flowers: ['#d98f4e', '#b5533d', '#e6c27a', '#8c5468'],
    hills: ['#9a8d6c', '#b3a283', '#c8b99c'],
    snow: false,
  },
  winter: {
    lawn: '#e6e8ea',
    leaves: ['#6d6459', '#5f5951', '#7b7064'],
    shrubs: ['#5d6e60', '#6b7a69', '#4c5f55'],
    flowers: ['#a34b40', '#c9a27a'],
    hills: ['#a9b4bb', '#bfc8cc', '#d3d9da'],
    snow: true,
  },
};

/** Paper and ink, as on the pages. */
export const INK = '#23262b';
