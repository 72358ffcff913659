/** Pictures that are more expensive than they look, for tests. */

import { noise } from '../image.fixture.ts';

/** Creates a progressive JPEG that repeats its last scan. */
export async function jpegWithScans(more: number): Promise<Buffer> {
  const jpeg = await noise(64, 64).jpeg({ progressive: true }).toBuffer();
  const lastScan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const [body, end] = [jpeg.subarray(0, -2), jpeg.subarray(-2)];
  const scan = jpeg.subarray(lastScan, -2);
  return Buffer.concat([body, ...Array.from({ length: more }, () => scan), end]);
}

const SCAN = Buffer.from([0xff, 0xda]);

/**
 * Creates a progressive JPEG that hides scans after a reserved marker in the place of a restart: the marker's apparent
 * length spans them all, but decoders do not read it (libjpeg, jpeg_resync_to_restart).
 */
export async function jpegWithHiddenScans(hidden: number): Promise<Buffer> {
  const jpeg = await noise(64, 64).jpeg({ progressive: true }).toBuffer();
  const first = jpeg.indexOf(SCAN);
  const firstEnd = endOfScan(jpeg, first);
  // The first scan of a component's details, marked as not to be refined later, so that it can be repeated.
  let start = jpeg.indexOf(SCAN, firstEnd);
  while (!isFirstDetail(jpeg, start)) start = jpeg.indexOf(SCAN, endOfScan(jpeg, start));
  const scan = Buffer.from(jpeg.subarray(start, endOfScan(jpeg, start)));
  scan[2 + scan.readUInt16BE(2) - 1] = 0;
  const restartAfter = (units: number) => Buffer.from([0xff, 0xdd, 0, 4, 0, units]);
  return Buffer.concat([
    jpeg.subarray(0, first),
    // One of sixteen; the first scan's data for the others is ignored.
    restartAfter(8),
    jpeg.subarray(first, firstEnd),
    Buffer.from([0xff, 0x02, 0xff, 0xff]),
    restartAfter(0),
    jpeg.subarray(firstEnd, start),
    ...Array.from({ length: hidden }, () => scan),
    jpeg.subarray(-2),
  ]);
}

/** Returns whether a scan has no DC values and precedes its refinements (ITU-T T.81, G.1.1.1). */
function isFirstDetail(jpeg: Buffer, scan: number): boolean {
  const header = jpeg.subarray(scan + 2, scan + 2 + jpeg.readUInt16BE(scan + 2));
  return (header.at(-3) ?? 0) > 0 && (header.at(-1) ?? 0) >> 4 === 0;
}

/** Returns the position of the first marker after a scan's data. */
function endOfScan(jpeg: Buffer, scan: number): number {
  let at = scan + 2 + jpeg.readUInt16BE(scan + 2);
  while (jpeg[at] !== 0xff || jpeg[at + 1] === 0) at += 1;
  return at;
}

/** Creates a small AVIF whose header claims another size (ISO/IEC 23008-12, 6.5.3: the box `ispe`). */
export async function avifThatClaims(width: number, height: number): Promise<Buffer> {
  const changed = await noise(64, 64).avif({ effort: 0 }).toBuffer();
  for (let at = changed.indexOf('ispe'); at !== -1; at = changed.indexOf('ispe', at + 4)) {
    // The type, then version and flags.
    changed.writeUInt32BE(width, at + 8);
    changed.writeUInt32BE(height, at + 12);
  }
  return changed;
}
