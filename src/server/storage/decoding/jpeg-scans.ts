/** Counts the scans of a JPEG (ITU-T T.81, B.1) without decoding it. */

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/**
 * Returns whether a marker has no segment: stuffed zeros, fill bytes, TEM, restarts, and the start of the image. By the
 * standard, reserved markers up to 0xbf have a segment, but decoders that meet one in the place of a restart continue
 * right after it: skipping its length would miss scans that they see.
 */
const isBare = (marker: number) =>
  marker < 0xc0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8);

/**
 * Counts scans up to the end of the image. Goes from marker to marker like decoders, skipping segments by their length,
 * so that thumbnails inside them do not count.
 *
 * @param max counting stops at the first scan beyond it
 */
export function countScans(jpeg: Buffer, max: number): number {
  let scans = 0;
  let at = jpeg.indexOf(0xff);
  while (at !== -1 && at + 1 < jpeg.length) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) break;
    if (marker === START_OF_SCAN) {
      scans += 1;
      if (scans > max) break;
    }
    // A fill byte can be the first byte of the next marker.
    const next = marker === 0xff ? at + 1 : at + 2;
    const hasSegment = !isBare(marker) && next + 1 < jpeg.length;
    at = jpeg.indexOf(0xff, hasSegment ? next + Math.max(2, jpeg.readUInt16BE(next)) : next);
  }
  return scans;
}
