/**
 * Returns the shared classes of inputs, text areas, and selects. The font size is 16 pixels because
 * phones zoom in when the user focuses a control with smaller text.
 *
 * @param bare whether to omit the border, for controls inside a box with a border
 */
export function controlClass(bare = false): string {
  return bare ? 'control border-transparent bg-transparent' : 'control';
}
