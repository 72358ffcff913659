/** The site's default name, in a separate file so that pages can load it without the other defaults. */
export const DEFAULT_NAME = 'Doorstep';
