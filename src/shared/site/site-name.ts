/** The site's name where its operator has set none. Apart from the other defaults, so that every page can have it. */
export const DEFAULT_NAME = 'Doorstep';
