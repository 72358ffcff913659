/** How the map's first view fits the homes, in the browser and in the server's preview. */

/** The maximum zoom when the view fits homes, and so the zoom for a single home. */
export const MAX_FIT_ZOOM = 15;

/** The space around fitted homes, in pixels. The top leaves room for the controls. */
export const FIT_PADDING_PX = { side: 36, top: 84, bottom: 36 };

/** The bottom space on phones, which leaves room for the 'Show list' button. */
export const PHONE_BOTTOM_PADDING_PX = 84;

/** The minimum share of the homes in the first view. */
export const MIN_FIRST_SHARE = 0.9;
