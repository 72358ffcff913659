/**
 * The storage key of the chosen color theme; without an entry, the theme follows the device. In a
 * separate file because the service worker imports it.
 */
export const THEME_KEY = 'theme';
