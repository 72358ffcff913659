/** Announced to screen readers when drawing begins. */
export const DRAWING_INSTRUCTIONS =
  'Drawing an area. Click to place points, or draw a line around the area. With the keyboard: arrow keys move the map under the crosshair, Enter places a point, Escape cancels.';
