/**
 * Draws the product's own marks into `public`: the icons and the default sharing card.
 * Run by hand, after the scenes: `node demo/pictures/marks.ts`.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { IMAGES_FOLDER } from './generate.ts';
import { INK } from './palette.ts';
import { line } from './svg.ts';

const PUBLIC_FOLDER = join(import.meta.dirname, '..', '..', 'public');
const BRAND = '#1c4a35';
const CREAM = '#faf7f0';

/** An arched door on its step, on a 32 by 32 square. */
const DOOR = `<path d="M9.5 23.5V14a6.5 6.5 0 0 1 13 0v9.5" fill="none" stroke="${CREAM}" stroke-width="2"/><path d="M5.5 24h21" stroke="${CREAM}" stroke-width="2.75"/><circle cx="19" cy="17" r="1.4" fill="${CREAM}"/>`;
/** The mark. The favicon has the same shapes. */
const MARK = `<rect width="32" height="32" rx="7" fill="${BRAND}"/>${DOOR}`;
/** The mark for devices that cut icons to a shape of their own: nothing outside the circle of 80 % that they all keep. */
const MASKABLE_MARK = `<rect width="32" height="32" fill="${BRAND}"/><g transform="translate(16 16) scale(.86) translate(-16 -16.3)">${DOOR}</g>`;

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

/** Below the scene on the card that other sites show for a page without a picture of its own. */
function nameplate(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="170" viewBox="0 0 1200 170"><rect width="1200" height="170" fill="${CREAM}"/><g transform="translate(64 37) scale(3)">${MARK}</g>${wordmark(192, 108, 0.86, INK)}</svg>`;
}

/** 1200 by 630 pixels: homes along a road, and the name. */
async function card(): Promise<Buffer> {
  const scene = await sharp(join(IMAGES_FOLDER, 'about.webp'))
    .resize({ width: 1200, height: 460, fit: 'cover' })
    .toBuffer();
  return sharp({ create: { width: 1200, height: 630, channels: 3, background: CREAM } })
    .composite([
      { input: scene, left: 0, top: 0 },
      { input: Buffer.from(nameplate()), left: 0, top: 460 },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

const icon = (size: number, mark: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">${mark}</svg>`;

async function main(): Promise<void> {
  for (const size of [192, 512]) {
    await sharp(Buffer.from(icon(size, MARK)))
      .png()
      .toFile(join(PUBLIC_FOLDER, `icon-${size}.png`));
    await sharp(Buffer.from(icon(size, MASKABLE_MARK)))
      .png({ palette: true })
      .toFile(join(PUBLIC_FOLDER, `icon-maskable-${size}.png`));
  }
  await writeFile(join(PUBLIC_FOLDER, 'share.jpg'), await card());
}

if (import.meta.main) await main();
