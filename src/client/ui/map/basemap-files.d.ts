/** The URLs of the outline files. scripts/basemap/basemap-plugin.ts generates this module. */
declare module 'virtual:basemap' {
  export const statesUrl: string;
  export const countiesUrl: string;
}
