/** Announced to screen readers when drawing begins. */
export const DRAWING_INSTRUCTIONS =
  'Drawing an area. Click its corners, or draw a line around it. With the keyboard: arrow keys move the map under the crosshair, Enter places a corner, Escape cancels.';
