/** Creates, drops, shows, and finds pictures in end-to-end tests. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';

/** A file for Playwright and `dropFiles`. */
export type TestFile = { name: string; mimeType: string; buffer: Buffer };

/** Creates a JPEG of one color, large enough to be stored in several widths. */
export async function makePicture(name: string, color: string): Promise<TestFile> {
  const buffer = await sharp({
    create: { width: 800, height: 600, channels: 3, background: color },
  })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** Creates a picture of several megabytes, which uploads slowly on a throttled connection. */
export async function makeLargePicture(name: string): Promise<TestFile> {
  const buffer = await sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#000000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** Creates pictures of different colors. */
export async function makePictures(...names: string[]): Promise<TestFile[]> {
  const colors = ['#7a9e7e', '#b08968', '#6c8ead', '#c9ada7', '#a3b18a', '#8d99ae'];
  return Promise.all(
    names.map((name, index) => makePicture(name, colors[index % colors.length] ?? '#888888')),
  );
}

/** Drags files onto an element and drops them. */
export async function dropFiles(target: Locator, files: readonly TestFile[]): Promise<void> {
  const contents = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }));
  const transfer = await target.page().evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const { name, mimeType, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: mimeType }));
    }
    return data;
  }, contents);
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await target.dispatchEvent(type, { dataTransfer: transfer });
  }
  await transfer.dispose();
}

/** Returns whether any file of a picture is in the server's data folder. */
export function isStored(picturePath: string): boolean {
  const key = /^\/images\/([^/]+)\//.exec(picturePath)?.[1] ?? '';
  if (key === '') throw new Error(`${picturePath} is not a stored picture.`);
  return existsSync(path.join(process.env['E2E_DATA_DIR'] ?? '', 'images', key.slice(0, 2), key));
}

/** Shows the next picture in the lightbox, with the keyboard. */
export async function showNextPicture(page: Page): Promise<void> {
  const counter = page.locator('.yarl__counter');
  const before = (await counter.textContent()) ?? '';
  // The lightbox handles keys once it has focus, shortly after opening.
  await expect(page.locator('.yarl__container')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(counter).not.toHaveText(before);
}
