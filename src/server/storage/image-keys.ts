/** Keys of stored pictures, which are valid in URLs, folder names, and object stores. */

import { randomBytes } from 'node:crypto';
import { IMAGE_WIDTHS } from '#shared/limits.ts';

/** One of a picture's stored sizes: `full`, or a width in pixels. */
export type ImageVariant = 'full' | `${(typeof IMAGE_WIDTHS)[number]}`;

const WIDTH_VARIANTS = IMAGE_WIDTHS.map((width): ImageVariant => `${width}`);
/** All variants, `full` first. */
export const IMAGE_VARIANTS: readonly ImageVariant[] = ['full', ...WIDTH_VARIANTS];
const VARIANTS: ReadonlySet<string> = new Set(IMAGE_VARIANTS);

/** 128 random bits in hexadecimal, so that keys stay distinct on case-insensitive file systems. */
const STORED_KEY = /^[0-9a-f]{32}$/;
/** A picture of the demo data: a file in `demo/images` that many listings share. */
const DEMO_KEY = /^demo-[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_DEMO_KEY_LENGTH = 100;

/** Creates an unguessable key. */
export function createImageKey(): string {
  return randomBytes(16).toString('hex');
}

/** Returns whether a string has the form of a stored picture's key, so that it is safe in a path. */
export function isStoredKey(text: string): boolean {
  return STORED_KEY.test(text);
}

/** Returns whether a string has the form of a demo picture's key, so that it is safe in a path. */
export function isDemoKey(text: string): boolean {
  return text.length <= MAX_DEMO_KEY_LENGTH && DEMO_KEY.test(text);
}

/** Returns the variant of a file name such as `full.webp` or `640.webp`, or null for any other text. */
export function parseImageFileName(name: string): ImageVariant | null {
  const variant = name.endsWith('.webp') ? name.slice(0, -'.webp'.length) : '';
  return isImageVariant(variant) ? variant : null;
}

/** Returns the file name of a variant, in URLs and in the store. */
export function imageFileName(variant: ImageVariant): string {
  return `${variant}.webp`;
}

/** Returns the smaller widths that a picture is also stored in, in pixels, ascending. */
export function smallerWidths(fullWidth: number): number[] {
  return IMAGE_WIDTHS.filter((width) => width < fullWidth);
}

/** Returns the variant for one of `IMAGE_WIDTHS`; throws for any other number. */
export function widthVariant(width: number): ImageVariant {
  const variant = String(width);
  if (!isImageVariant(variant)) throw new Error(`No picture is stored ${width} pixels wide.`);
  return variant;
}

/** Returns whether a string names a variant. */
export function isImageVariant(text: string): text is ImageVariant {
  return VARIANTS.has(text);
}
