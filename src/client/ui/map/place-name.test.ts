import { expect, test } from 'vitest';
import { positionName } from './place-name.ts';

const position = { x: 100, y: 100 };
/** A pin pointing at the place. */
const PIN_BOX = { left: 70, top: 70, right: 130, bottom: 100 };

test('puts a name at its place, or above or below a pin at that place', () => {
  expect(positionName('Austin', position, [])).toMatchObject({ x: 0, y: 0 });
  const below = positionName('Austin', position, [PIN_BOX]);
  expect(below).toMatchObject({ x: 0, y: 20 });
  const boxBelow = { left: 60, top: 100, right: 140, bottom: 130 };
  expect(positionName('Austin', position, [PIN_BOX, boxBelow])?.y).toBeLessThan(-30);
});

test('returns undefined if there is no room', () => {
  expect(
    positionName('Austin', position, [{ left: 0, top: 0, right: 300, bottom: 300 }]),
  ).toBeUndefined();
});
