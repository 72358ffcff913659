import { IMAGE_WIDTHS } from '#shared/limits.ts';

/** Returns the URL path of a picture's full size; its smaller widths are in the same folder. */
export function imagePath(key: string): string {
  return `/images/${key}/full.webp`;
}

/**
 * Returns the URL path of the largest stored size up to a width, or of the full size if every size is wider.
 *
 * @param path the path of the full size
 * @param width the width of the full size in pixels; only smaller widths are also stored
 */
export function imagePathUpTo(path: string, width: number, maxWidth: number): string {
  const smaller = IMAGE_WIDTHS.findLast((candidate) => candidate < width && candidate <= maxWidth);
  return width <= maxWidth || smaller === undefined
    ? path
    : path.replace(/\/full\.webp$/, `/${smaller}.webp`);
}
