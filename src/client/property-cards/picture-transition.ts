/**
 * The view transition name shared by the picture on a listing's card and the main picture on its
 * property page.
 */
export const PICTURE_TRANSITION = 'property-picture';
