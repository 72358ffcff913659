/** The setting MAP_TILE_URL: one template of map tiles, or one by day and one by night, comma-separated. */

/** Templates by day and by night; the same where only one is given. */
export type TileUrls = { light: string; dark: string };

/** The templates of a setting. A comma within one, as some servers have it, does not part it. */
export function splitTileUrls(setting: string): string[] {
  return setting.split(/,\s*(?=https?:|\/)/).map((template) => template.trim());
}

/** Which template is for the day, and which for the night. */
export function readTileUrls(setting: string): TileUrls {
  const [light = setting, dark = light] = splitTileUrls(setting);
  return { light, dark };
}
