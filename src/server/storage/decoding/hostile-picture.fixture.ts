/** Pictures that are more expensive to decode than they look, for tests. */

import { createNoise } from '../image.fixture.ts';

/** The JPEG marker that starts a scan. */
const SOS_MARKER = Buffer.from([0xff, 0xda]);

/** Creates a progressive JPEG that repeats its last scan. */
export async function createJpegWithScans(extraScans: number): Promise<Buffer> {
  const jpeg = await createNoise(64, 64).jpeg({ progressive: true }).toBuffer();
  const lastScan = jpeg.lastIndexOf(SOS_MARKER);
  const [body, end] = [jpeg.subarray(0, -2), jpeg.subarray(-2)];
  const scan = jpeg.subarray(lastScan, -2);
  return Buffer.concat([body, ...Array.from({ length: extraScans }, () => scan), end]);
}

/**
 * Creates a progressive JPEG that hides scans after a reserved marker in place of a restart marker. The marker's apparent
 * length includes all of them, but decoders ignore it (libjpeg, jpeg_resync_to_restart).
 */
export async function createJpegWithHiddenScans(hiddenScans: number): Promise<Buffer> {
  const jpeg = await createNoise(64, 64).jpeg({ progressive: true }).toBuffer();
  const first = jpeg.indexOf(SOS_MARKER);
  const firstEnd = endOfScan(jpeg, first);
  // A component's first AC scan, marked as having no later refinement, so that it can be repeated.
  let start = jpeg.indexOf(SOS_MARKER, firstEnd);
  while (!isFirstAcScan(jpeg, start)) start = jpeg.indexOf(SOS_MARKER, endOfScan(jpeg, start));
  const scan = Buffer.from(jpeg.subarray(start, endOfScan(jpeg, start)));
  scan[2 + scan.readUInt16BE(2) - 1] = 0;
  const buildRestartInterval = (units: number) => Buffer.from([0xff, 0xdd, 0, 4, 0, units]);
  return Buffer.concat([
    jpeg.subarray(0, first),
    // Restarts halfway; the rest of the first scan's data is ignored.
    buildRestartInterval(8),
    jpeg.subarray(first, firstEnd),
    Buffer.from([0xff, 0x02, 0xff, 0xff]),
    buildRestartInterval(0),
    jpeg.subarray(firstEnd, start),
    ...Array.from({ length: hiddenScans }, () => scan),
    jpeg.subarray(-2),
  ]);
}

/** Returns whether a scan has only AC coefficients and precedes their refinements (ITU-T T.81, G.1.1.1). */
function isFirstAcScan(jpeg: Buffer, scan: number): boolean {
  const header = jpeg.subarray(scan + 2, scan + 2 + jpeg.readUInt16BE(scan + 2));
  return (header.at(-3) ?? 0) > 0 && (header.at(-1) ?? 0) >> 4 === 0;
}

/** Returns the position of the first marker after a scan's data. */
function endOfScan(jpeg: Buffer, scan: number): number {
  let position = scan + 2 + jpeg.readUInt16BE(scan + 2);
  while (jpeg[position] !== 0xff || jpeg[position + 1] === 0) position += 1;
  return position;
}

/** Creates a small AVIF whose header declares a different size (ISO/IEC 23008-12, 6.5.3: the `ispe` box). */
export async function createAvifWithDeclaredSize(width: number, height: number): Promise<Buffer> {
  const avif = await createNoise(64, 64).avif({ effort: 0 }).toBuffer();
  for (
    let position = avif.indexOf('ispe');
    position !== -1;
    position = avif.indexOf('ispe', position + 4)
  ) {
    // The width and height follow the box's type, version, and flags.
    avif.writeUInt32BE(width, position + 8);
    avif.writeUInt32BE(height, position + 12);
  }
  return avif;
}
