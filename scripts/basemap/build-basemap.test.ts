import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodePolyline } from '#shared/geo/polyline.ts';
import { buildBasemap } from './build-basemap.ts';

test('builds outlines of the United States that compress to less than 120 kB', async () => {
  const { states, counties } = await buildBasemap();
  const size = gzipSync(states).length + gzipSync(counties).length;
  expect(size).toBeLessThan(120_000);
  const { land, lines } = JSON.parse(states) as { land: string[]; lines: string[] };
  const points = [...land, ...lines].flatMap((text) => decodePolyline(text) ?? []);
  const latitudes = points.map(({ latitude }) => latitude * 100);
  const longitudes = points.map(({ longitude }) => longitude * 100);
  expect(Math.max(...latitudes)).toBeCloseTo(71.4, 0);
  expect(Math.min(...latitudes)).toBeLessThan(19);
  expect(Math.min(...longitudes)).toBeGreaterThanOrEqual(-180);
  expect((JSON.parse(counties) as { lines: string[] }).lines.length).toBeGreaterThan(1_000);
});
