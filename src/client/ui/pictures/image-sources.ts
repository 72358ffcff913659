/**
 * Builds the URLs of our own pictures in every width: `/images/<key>/<width>.webp`, and `full.webp`
 * for the full size.
 */

import { IMAGE_WIDTHS } from '#shared/limits.ts';

/** The sources of an `img` element. */
export interface ImageSources {
  src: string;
  srcSet: string | undefined;
}

const FULL_SIZE_SUFFIX = /\/full\.webp$/;

/**
 * Returns the sources of a picture.
 *
 * @param path the picture's `path`, ending with `/full.webp`; any other URL is used as is, without
 * other widths
 * @param width the full width in pixels, if known: only smaller widths exist in addition to it
 * @param max the maximum width that any screen needs for the slot
 */
export function imageSources(path: string, width?: number, max = Infinity): ImageSources {
  if (!FULL_SIZE_SUFFIX.test(path) || width === undefined) return { src: path, srcSet: undefined };
  const sources = IMAGE_WIDTHS.filter((smaller) => smaller < width && smaller <= max).map(
    (smaller) => `${atWidth(path, smaller)} ${smaller}w`,
  );
  if (width <= max || sources.length === 0) sources.push(`${path} ${width}w`);
  return { src: path, srcSet: sources.join(', ') };
}

/** Returns the URL of one width; the picture must be wider than that. */
export function atWidth(path: string, width: (typeof IMAGE_WIDTHS)[number]): string {
  return path.replace(FULL_SIZE_SUFFIX, `/${width}.webp`);
}

/** Returns the URL of a bundled picture: `demo/images/hero.webp` for `hero`. */
export function demoImagePath(name: string): string {
  return `/images/demo-${name}/full.webp`;
}
