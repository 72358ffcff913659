/** The name of a listing's first picture while a page turns into another; the detail page's main picture bears it, too. */
export const PICTURE_TRANSITION = 'property-picture';
