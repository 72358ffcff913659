/** The site's default name, separate from the other defaults so that every page can load it. */
export const DEFAULT_NAME = 'Doorstep';
