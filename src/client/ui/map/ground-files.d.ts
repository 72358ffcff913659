/** Made by scripts/ground/ground-plugin.ts: where the outline files are. */
declare module 'virtual:ground' {
  export const statesUrl: string;
  export const countiesUrl: string;
}
