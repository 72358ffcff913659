/** The setting MAP_TILE_URL: one tile template, or one each for light and dark mode, comma-separated. */

/** Templates for light and dark mode; the same if only one is given. */
export type TileUrls = { light: string; dark: string };

/** Splits a setting into templates. Commas within a template, as some servers use, do not separate. */
export function splitTileUrls(setting: string): string[] {
  return setting.split(/,\s*(?=https?:|\/)/).map((template) => template.trim());
}

/** Returns the templates for light and dark mode. */
export function readTileUrls(setting: string): TileUrls {
  const [light = setting, dark = light] = splitTileUrls(setting);
  return { light, dark };
}
