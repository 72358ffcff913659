/** The attribution and zoom limit of OpenStreetMap's tiles, which maps use by default. */

/** The credit that OpenStreetMap requires on every map with its tiles, as HTML. */
export const ATTRIBUTION =
  '© <a href="https://www.openstreetmap.org/copyright" rel="noopener">OpenStreetMap</a> contributors';

/** The maximum zoom of the tiles. */
export const MAX_ZOOM = 19;
