/**
 * Draws the product's own marks into `public`: the picture that stands in where
 * a home has none, the icons and the default sharing card.
 * Run by hand: `node demo/pictures/marks.ts`.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { INK, PAPER } from './palette.ts';
import { line } from './svg.ts';

const PUBLIC_FOLDER = join(import.meta.dirname, '..', '..', 'public');
const BRAND = '#1c4a35';
const CREAM = '#faf7f0';

/** The mark on a 32 by 32 square: an arched door on its step. The favicon has the same shapes. */
const MARK = `<rect width="32" height="32" rx="7" fill="${BRAND}"/><path d="M9.5 23.5V14a6.5 6.5 0 0 1 13 0v9.5" fill="none" stroke="${CREAM}" stroke-width="2"/><path d="M5.5 24h21" stroke="${CREAM}" stroke-width="2.75"/><circle cx="19" cy="17" r="1.4" fill="${CREAM}"/>`;

/** "Doorstep" in strokes on a 40-unit x-height, so that no font is needed. */
const LETTERS: readonly (readonly [path: string, width: number])[] = [
  ['M4 -60V0H20A30 30 0 0 0 20 -60Z', 66],
  ['M2 -20A20 20 0 1 0 42 -20A20 20 0 1 0 2 -20', 56],
  ['M2 -20A20 20 0 1 0 42 -20A20 20 0 1 0 2 -20', 58],
  ['M4 0V-39M4 -22C4 -34 12 -40 24 -39', 36],
  ['M30 -34C26 -39 20 -40 15 -40C-2 -40 -2 -22 15 -20.500C33 -19 33 0 15 0C9 0 3 -2 0 -7', 46],
  ['M10 -54V-12C10 -3 15 0 26 -1M0 -39H24', 38],
  ['M3 -21H41C41 -33 33 -40 22 -40A20 20 0 1 0 39 -8', 56],
  ['M4 20V-39M4 -20A19.500 20 0 1 0 43 -20A19.500 20 0 1 0 4 -20', 50],
];

function wordmark(x: number, y: number, scale: number, color: string): string {
  let at = 0;
  const strokes = LETTERS.map(([d, width]) => {
    const letter = `<g transform="translate(${at} 0)">${line(d, color, 8)}</g>`;
    at += width;
    return letter;
  }).join('');
  return `<g transform="translate(${x} ${y}) scale(${scale})">${strokes}</g>`;
}

/** A house in a few lines on warm paper. */
function placeholder(): string {
  const ink = '#8f8674';
  const house = [
    'M212 420V268L400 148L588 268V420',
    'M180 288L400 146L620 288',
    'M506 214V158H550V242',
    'M360 420V316A40 40 0 0 1 440 316V420',
    'M252 308H318V372H252ZM285 308V372M252 340H318',
    'M482 308H548V372H482ZM515 308V372M482 340H548',
    'M340 420H460M324 434H476',
    'M120 434H680',
  ].map((d) => line(d, ink, 4));
  const trees = [
    line('M132 434V372M132 396C96 396 88 340 132 318C176 340 168 396 132 396', ink, 4),
    line('M668 434V384M668 402C638 402 632 356 668 338C704 356 698 402 668 402', ink, 4),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600"><rect width="800" height="600" fill="#efe8da"/><circle cx="400" cy="300" r="216" fill="${PAPER}"/>${[...house, ...trees].join('')}<circle cx="428" cy="372" r="4.500" fill="${ink}"/></svg>\n`;
}

/** The card that other sites show for a page without a picture of its own. */
function card(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="${CREAM}"/><path d="M0 560H1200V630H0Z" fill="${BRAND}"/><path d="M0 552H1200V560H0Z" fill="#d9cdb4"/><g transform="translate(190 206) scale(6.500)">${MARK}</g>${wordmark(452, 352, 1.36, INK)}</svg>`;
}

const icon = (size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">${MARK}</svg>`;

async function main(): Promise<void> {
  await writeFile(join(PUBLIC_FOLDER, 'placeholder.svg'), placeholder());
  for (const size of [192, 512]) {
    await sharp(Buffer.from(icon(size)))
      .png()
      .toFile(join(PUBLIC_FOLDER, `icon-${size}.png`));
  }
  await sharp(Buffer.from(card()))
    .png({ palette: true })
    .toFile(join(PUBLIC_FOLDER, 'og-default.png'));
}

if (import.meta.main) await main();
