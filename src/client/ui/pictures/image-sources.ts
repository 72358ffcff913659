/** The URLs of our own pictures in every width: `/images/<key>/<width>.webp`, and `full.webp` as uploaded. */

import { IMAGE_WIDTHS } from '#shared/limits.ts';

/** The sources of an `img`. */
export interface ImageSources {
  src: string;
  srcSet: string | undefined;
}

const FULL = /\/full\.webp$/;

/**
 * The sources of a picture.
 *
 * @param path the picture's `path`, ending with `/full.webp`; any other URL is taken as it is, without a choice
 * @param width of the full size in pixels, if known: smaller widths exist only below it
 * @param most the widest that any screen needs for its slot
 */
export function imageSources(path: string, width?: number, most = Infinity): ImageSources {
  if (!FULL.test(path) || width === undefined) return { src: path, srcSet: undefined };
  const sources = IMAGE_WIDTHS.filter((each) => each < width && each <= most).map(
    (each) => `${atWidth(path, each)} ${each}w`,
  );
  if (width <= most || sources.length === 0) sources.push(`${path} ${width}w`);
  return { src: path, srcSet: sources.join(', ') };
}

/** The URL of one width; the caller knows that the picture is wider than that. */
export function atWidth(path: string, width: (typeof IMAGE_WIDTHS)[number]): string {
  return path.replace(FULL, `/${width}.webp`);
}

/** The URL of a picture that comes with the product, by its file's name: `hero` is `demo/images/hero.webp`. */
export function demoImagePath(name: string): string {
  return `/images/demo-${name}/full.webp`;
}
