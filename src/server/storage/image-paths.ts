/** The address of a picture's full size; its other widths stand beside it. */
export function imagePath(key: string): string {
  return `/images/${key}/full.webp`;
}
