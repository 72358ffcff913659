import { expect, it } from 'vitest';
import { qrPath, type QrPath } from './qr-path.ts';
import { readQr } from './read-qr.fixture.ts';

/** Returns the modules that a path draws, including the quiet zone. */
function readModules({ size, path }: QrPath): boolean[][] {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [bar, x, y, width, backWidth] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
    expect(bar).toContain(`h${backWidth}v`);
    grid[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  return grid;
}

it.each([
  'http://localhost:3000/property/1',
  'https://homes.example/property/123456789',
  `https://${'a'.repeat(40)}.homes.example.org/property/9007199254740993`,
])('encodes %s as a readable code', (url) => {
  const code = qrPath(url);
  const grid = readModules(code);
  const innerGrid = grid.slice(4, -4).map((row) => row.slice(4, -4));
  expect(readQr(innerGrid)).toBe(url);
  // The quiet zone is empty.
  const countDarkModules = (rows: boolean[][]) => rows.flat().filter(Boolean).length;
  expect(countDarkModules(grid)).toBe(countDarkModules(innerGrid));
  expect(countDarkModules(grid)).toBeGreaterThan(100);
});
