import { expect, test } from 'vitest';
import { readTileUrls } from './map-tiles.ts';

test('uses one template for both modes, or one for each mode', () => {
  const [day, night] = ['https://a.org/{z}/{x}/{y}.png', '/night/{z},{x},{y}.png'];
  expect(readTileUrls(day)).toEqual({ light: day, dark: day });
  expect(readTileUrls(`${day}, ${night}`)).toEqual({ light: day, dark: night });
});
