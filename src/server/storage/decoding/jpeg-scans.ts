/** How many scans a JPEG has (ITU-T T.81, B.1), without decoding anything. */

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/**
 * Markers of one byte without a segment: stuffed zeros, fill bytes, TEM, restarts and the start of the image. The
 * reserved ones up to 0xbf have a segment by the standard, but decoders that meet one where a restart is due go on
 * behind its byte: a length would let them see scans that are not counted.
 */
const isBare = (marker: number) =>
  marker < 0xc0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8);

/**
 * Counts scans up to the end of the image. Goes from marker to marker as decoders do, over segments by their length, so
 * that a thumbnail in one counts for nothing.
 *
 * @param most counting ends with the first one beyond it
 */
export function countScans(jpeg: Buffer, most: number): number {
  let scans = 0;
  let at = jpeg.indexOf(0xff);
  while (at !== -1 && at + 1 < jpeg.length) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) break;
    if (marker === START_OF_SCAN) {
      scans += 1;
      if (scans > most) break;
    }
    // A fill byte may be the first one of the next marker.
    const next = marker === 0xff ? at + 1 : at + 2;
    const hasSegment = !isBare(marker) && next + 1 < jpeg.length;
    at = jpeg.indexOf(0xff, hasSegment ? next + Math.max(2, jpeg.readUInt16BE(next)) : next);
  }
  return scans;
}
