/** Counts the scans of a JPEG (ITU-T T.81, B.1) without decoding it. */

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/**
 * Returns whether a marker has no segment: stuffed zeros, fill bytes, TEM, restarts, and the start
 * of the image. In the standard, reserved markers up to 0xbf have a segment. However, decoders that
 * find one where they expect a restart continue right after it, so skipping its length would miss
 * scans that they read.
 */
const hasNoSegment = (marker: number) =>
  marker < 0xc0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8);

/**
 * Counts scans up to the end of the image. Like decoders, it skips segments by their length, so thumbnails inside
 * segments do not count.
 *
 * @param max counting stops at the first scan over this limit
 */
export function countScans(jpeg: Buffer, max: number): number {
  let scans = 0;
  let position = jpeg.indexOf(0xff);
  while (position !== -1 && position + 1 < jpeg.length) {
    const marker = jpeg[position + 1] ?? 0;
    if (marker === END_OF_IMAGE) break;
    if (marker === START_OF_SCAN) {
      scans += 1;
      if (scans > max) break;
    }
    // A fill byte can be the first byte of the next marker.
    const next = marker === 0xff ? position + 1 : position + 2;
    const hasSegment = !hasNoSegment(marker) && next + 1 < jpeg.length;
    position = jpeg.indexOf(0xff, hasSegment ? next + Math.max(2, jpeg.readUInt16BE(next)) : next);
  }
  return scans;
}
