/**
 * Parses the MAP_TILE_URL setting: a tile template, or comma-separated templates for light and dark
 * mode.
 */

/** Templates for light and dark mode; the same if the setting has only one. */
export type TileUrls = { light: string; dark: string };

/** Splits a setting into templates. Keeps commas within a template, which some servers use. */
export function splitTileUrls(setting: string): string[] {
  return setting.split(/,\s*(?=https?:|\/)/).map((template) => template.trim());
}

/** Returns the templates for light and dark mode. */
export function parseTileUrls(setting: string): TileUrls {
  const [light = setting, dark = light] = splitTileUrls(setting);
  return { light, dark };
}
