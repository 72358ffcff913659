/**
 * A QR code reader for tests. Reads undamaged codes (ISO/IEC 18004): versions 1 to 6, error
 * correction level M, byte mode.
 */

/** The number of blocks and of data bytes per block, by version, at level M (table 9). */
const BLOCKS_M = [
  [1, 16],
  [1, 28],
  [1, 44],
  [2, 32],
  [2, 43],
  [4, 27],
] as const;

/** The masks of section 7.8.2, which invert modules. */
const MASKS: ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

/**
 * Decodes a code.
 *
 * @param grid rows of dark modules, without the quiet zone
 */
export function readQr(grid: readonly (readonly boolean[])[]): string {
  const count = grid.length;
  const version = (count - 17) / 4;
  const [blocks, perBlock] = BLOCKS_M[version - 1] ?? fail('version');
  const isDark = (row: number, column: number) => grid[row]?.at(column) === true;
  // The first five bits of the format, next to the upper left corner, unmasked.
  const format =
    [0, 1, 2, 3, 4].reduce((value, column) => value * 2 + Number(isDark(8, column)), 0) ^ 0b10101;
  if (format >> 3 !== 0b00) fail('error correction level');
  const mask = MASKS[format & 7] ?? fail('mask');

  const bits: number[] = [];
  let isUpward = true;
  for (let right = count - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < count; step += 1) {
      const row = isUpward ? count - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (isFunctionModule(row, column, count)) continue;
        bits.push(Number(isDark(row, column) !== mask(row, column)));
      }
    }
    isUpward = !isUpward;
  }
  const readByte = (index: number) => parseInt(bits.slice(index * 8, index * 8 + 8).join(''), 2);
  const data = Array.from({ length: blocks * perBlock }, (_, index) =>
    readByte((index % perBlock) * blocks + Math.floor(index / perBlock)),
  );
  // After four bits of mode and eight of length, the data is not aligned to bytes.
  const readUnalignedByte = (index: number) =>
    (((data[index] ?? 0) & 15) << 4) | ((data[index + 1] ?? 0) >> 4);
  if ((data[0] ?? 0) >> 4 !== 0b0100) fail('mode');
  return new TextDecoder().decode(
    Uint8Array.from({ length: readUnalignedByte(0) }, (_, index) => readUnalignedByte(index + 1)),
  );
}

/**
 * Returns whether a module contains no data: the finder patterns with their separators and format
 * information, the timing patterns, and the alignment pattern of versions 2 to 6.
 */
function isFunctionModule(row: number, column: number, count: number): boolean {
  if (row === 6 || column === 6) return true;
  if (row < 9 && (column < 9 || column >= count - 8)) return true;
  if (row >= count - 8 && column < 9) return true;
  const isInAlignment = (at: number) => Math.abs(at - (count - 7)) <= 2;
  return count > 21 && isInAlignment(row) && isInAlignment(column);
}

function fail(reason: string): never {
  throw new Error(`Unsupported QR code: ${reason}.`);
}
