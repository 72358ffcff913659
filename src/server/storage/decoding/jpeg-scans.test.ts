import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createNoise } from '../image.fixture.ts';
import { createJpegWithHiddenScans, createJpegWithScans } from './hostile-picture.fixture.ts';
import { countScans } from './jpeg-scans.ts';

test('counts scans, up to one more than the limit', async () => {
  expect(countScans(await createNoise(64, 64).jpeg().toBuffer(), 100)).toBe(1);
  const scanCount = countScans(await createJpegWithScans(0), 100);
  expect(scanCount).toBeGreaterThan(1);
  expect(countScans(await createJpegWithScans(7), 100)).toBe(scanCount + 7);
  expect(countScans(await createJpegWithScans(500), 100)).toBe(101);
});

test('counts scans after reserved markers, as decoders do', async () => {
  const jpeg = await createJpegWithHiddenScans(150);
  expect(countScans(jpeg, 1_000)).toBeGreaterThan(150);
  // Decoders accept the picture and read all scans: those after the marker add detail.
  const decode = (data: Buffer) => sharp(data, { failOn: 'error' }).raw().toBuffer();
  const plainPixels = await decode(await createJpegWithHiddenScans(0));
  expect((await decode(jpeg)).equals(plainPixels)).toBe(false);
});

test('does not count bytes in a segment or after the end of the image', () => {
  const scan = [0xff, 0xda, 0, 2, 1, 2, 3];
  const jpeg = (...parts: number[][]) => Buffer.from([0xff, 0xd8, ...parts.flat()]);
  expect(countScans(jpeg(scan, [0xff, 0xd9], scan), 9)).toBe(1);
  // A thumbnail in a segment of nine bytes.
  expect(countScans(jpeg([0xff, 0xe1, 0, 9, ...scan], scan), 9)).toBe(1);
  // Stuffed zeros, restarts, and fill bytes.
  expect(countScans(jpeg(scan, [0xff, 0, 0xff, 0xd3, 0xff, 0xff], scan.slice(1)), 9)).toBe(2);
  expect(countScans(jpeg([0xff]), 9)).toBe(0);
  expect(countScans(jpeg([0xff, 0xda]), 9)).toBe(1);
  expect(countScans(Buffer.alloc(0), 9)).toBe(0);
});
