/**
 * Returns the shared classes of inputs, text areas, and selects. The font size is 16 pixels,
 * because phones zoom into smaller ones.
 *
 * @param bare without a border, for controls inside a box that has one
 */
export function controlClass(bare = false): string {
  return bare ? 'control border-transparent bg-transparent' : 'control';
}
