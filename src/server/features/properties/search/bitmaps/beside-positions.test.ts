import { expect, test } from 'vitest';
import { lookedAtBesidePositions } from './beside-positions.ts';
import type { SearchConditions } from '../search-conditions.ts';

const state = { bounds: { west: -100, south: 30, east: -90, north: 38 } };
const country = { bounds: { west: -125, south: 24, east: -66, north: 50 } };
const across = { bounds: { west: 175, south: 50, east: -175, north: 60 } };
const near = { near: { latitude: 30, longitude: -97 }, within: 5 };
const facts = ['propertyType', 'bedrooms'];
const prices = ['minPrice', 'maxPrice'];

test.each<[string, SearchConditions, string[]]>([
  ['nowhere', { bedrooms: 2 }, []],
  ['a state', { ...state, bedrooms: 2 }, [...facts, ...prices]],
  ['two types', { ...state, propertyType: ['House', 'Condo'] }, [...facts, ...prices]],
  ['one type', { ...state, propertyType: ['House'], bedrooms: 2 }, []],
  ['a status', { ...state, status: 'For Sale', maxPrice: 9 }, []],
  ['a country, where prices have an index of their own', { ...country, maxPrice: 9 }, facts],
  ['across the antimeridian', { ...across, maxPrice: 9 }, [...facts, ...prices]],
  ['near a point', near, [...facts, ...prices]],
])('%s', (_name, conditions, names) => {
  expect([...lookedAtBesidePositions(conditions)]).toEqual(names);
});
