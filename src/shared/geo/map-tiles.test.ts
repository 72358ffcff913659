import { expect, test } from 'vitest';
import { parseTileUrls } from './map-tiles.ts';

test('uses one template for light and dark mode, or one for each', () => {
  const [day, night] = ['https://a.org/{z}/{x}/{y}.png', '/night/{z},{x},{y}.png'];
  expect(parseTileUrls(day)).toEqual({ light: day, dark: day });
  expect(parseTileUrls(`${day}, ${night}`)).toEqual({ light: day, dark: night });
});
