import { expect, it } from 'vitest';
import { qrPath, type QrPath } from './qr-path.ts';
import { readQr } from './read-qr.fixture.ts';

/** Returns the modules that a path draws, including the quiet zone. */
function drawn({ size, path }: QrPath): boolean[][] {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [bar, x, y, width, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
    expect(bar).toContain(`h${back}v`);
    grid[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  return grid;
}

it.each([
  'http://localhost:3000/property/1',
  'https://homes.example/property/123456789',
  `https://${'a'.repeat(40)}.homes.example.org/property/9007199254740993`,
])('encodes %s readably', (address) => {
  const code = qrPath(address);
  const grid = drawn(code);
  const inner = grid.slice(4, -4).map((row) => row.slice(4, -4));
  expect(readQr(inner)).toBe(address);
  // The quiet zone is empty.
  const dark = (rows: boolean[][]) => rows.flat().filter(Boolean).length;
  expect(dark(grid)).toBe(dark(inner));
  expect(dark(grid)).toBeGreaterThan(100);
});
