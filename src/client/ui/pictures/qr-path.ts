/** A QR code as one path (ISO/IEC 18004). Loaded when the browser is idle: only paper shows it. */

import qrcode from 'qrcode-generator';

/** Modules of empty space that a reader needs on each side. */
const QUIET = 4;

/** A code's picture: `path` draws the dark modules in a square of `size` units, its quiet zone included. */
export interface QrPath {
  size: number;
  path: string;
}

/**
 * @param text a URL; other letters than ASCII go in as UTF-8
 * @throws a text when it is too long for any code (some 2,300 bytes)
 */
export function qrPath(text: string): QrPath {
  // The smallest code that holds the text, and can be read with 15 % of it gone.
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  let path = '';
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (!code.isDark(row, column)) continue;
      // One bar for each run: hairlines would show between single modules on paper.
      const start = column;
      while (column + 1 < count && code.isDark(row, column + 1)) column += 1;
      const width = column - start + 1;
      path += `M${start + QUIET} ${row + QUIET}h${width}v1h-${width}z`;
    }
  }
  return { size: count + 2 * QUIET, path };
}
