/** Announced when drawing begins. */
export const MAP_AREAS_TEXT =
  'Drawing an area. Press where its corners are, or draw a line around it. By keyboard: arrow keys move the map under the cross, Enter sets a corner, Escape gives up.';
