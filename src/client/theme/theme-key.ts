/**
 * Storage key of the chosen color theme; without an entry, the theme follows the device. A separate
 * file, because the service worker reads it.
 */
export const THEME_KEY = 'theme';
