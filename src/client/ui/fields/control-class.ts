/**
 * The look that text boxes, text areas and selects share. 16 pixels of type: phones zoom into smaller ones.
 *
 * @param bare without a border, for controls inside a box that has one
 */
export function controlClass(bare = false): string {
  return bare ? 'control border-transparent bg-transparent' : 'control';
}
