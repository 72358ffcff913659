import { expect, test } from 'vitest';
import { parseOneLineAddress } from './one-line-address.ts';

test.each([
  ['1208 Kinney Ave, Austin, TX 78704', { city: 'Austin', state: 'TX', zipCode: '78704' }],
  [
    '1208 Kinney Ave, Austin, TX, 78704-1234, USA',
    { city: 'Austin', state: 'TX', zipCode: '78704' },
  ],
  ['1208 Kinney Ave, Unit 3, Austin TX', { city: 'Austin', state: 'TX' }],
  ['5 Elm St, charleston, west virginia', { city: 'charleston', state: 'west virginia' }],
  ['Kansas City, Kansas', { city: 'Kansas City', state: 'Kansas' }],
  [
    '350 5th Ave, New York, New York 10118, United States',
    { city: 'New York', state: 'New York', zipCode: '10118' },
  ],
  ['350 5th Ave, New York 10118', { zipCode: '10118' }],
  ['5 Elm St, 78704', { zipCode: '78704' }],
  ['County Road 12345', {}],
  ['12345 Elm Street', {}],
  ['5 Elm St, Austin', {}],
  ['', {}],
])('parses %s', (address, place) => {
  expect(parseOneLineAddress(address)).toEqual(place);
});
