/** The URL path of a picture's full size; its other widths are beside it. */
export function imagePath(key: string): string {
  return `/images/${key}/full.webp`;
}
