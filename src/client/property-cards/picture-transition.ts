/**
 * The view transition name shared by the picture on a listing's card and the main picture on its
 * detail page.
 */
export const PICTURE_TRANSITION = 'property-picture';
