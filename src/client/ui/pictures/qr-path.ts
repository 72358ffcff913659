/**
 * Draws a QR code as a single path (ISO/IEC 18004). Loaded on demand because few visits need one.
 */

import qrcode from 'qrcode-generator';

/** The width of the quiet zone on each side, in modules. */
const QUIET_ZONE = 4;

/**
 * A QR code: `path` draws the dark modules in a square of `size` units, including the quiet zone.
 */
export interface QrPath {
  size: number;
  path: string;
}

/**
 * Encodes a text.
 *
 * @param text ASCII text, such as a URL; other characters would be encoded incorrectly
 * @throws a string if the text is too long for any code (about 2,300 bytes)
 */
export function qrPath(text: string): QrPath {
  // The smallest code for the text that stays readable with 15% damage.
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  let path = '';
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (!code.isDark(row, column)) continue;
      // One bar per run because single modules would have hairline gaps in print.
      const start = column;
      while (column + 1 < count && code.isDark(row, column + 1)) column += 1;
      const width = column - start + 1;
      path += `M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${width}v1h-${width}z`;
    }
  }
  return { size: count + 2 * QUIET_ZONE, path };
}
