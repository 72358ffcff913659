/** Pictures that cost more than they look, for tests. */

import { noise } from '../image.fixture.ts';

/** A progressive JPEG whose last scan comes again and again. */
export async function jpegWithScans(more: number): Promise<Buffer> {
  const jpeg = await noise(64, 64).jpeg({ progressive: true }).toBuffer();
  const lastScan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const [body, end] = [jpeg.subarray(0, -2), jpeg.subarray(-2)];
  const scan = jpeg.subarray(lastScan, -2);
  return Buffer.concat([body, ...Array.from({ length: more }, () => scan), end]);
}

/** A small AVIF whose header claims another size (ISO/IEC 23008-12, 6.5.3: the box `ispe`). */
export async function avifThatClaims(width: number, height: number): Promise<Buffer> {
  const changed = await noise(64, 64).avif({ effort: 0 }).toBuffer();
  for (let at = changed.indexOf('ispe'); at !== -1; at = changed.indexOf('ispe', at + 4)) {
    // The type, then version and flags.
    changed.writeUInt32BE(width, at + 8);
    changed.writeUInt32BE(height, at + 12);
  }
  return changed;
}
