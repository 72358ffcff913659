/**
 * Storage key of the chosen color theme; no entry follows the device. A file of its own, since the service worker
 * reads it.
 */
export const THEME_KEY = 'theme';
