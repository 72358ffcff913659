/** The storage key of the chosen colour scheme; no entry is the device's own. Apart, since the service worker reads it. */
export const THEME_KEY = 'theme';
