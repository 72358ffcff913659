/** Finds a home's time zone by its position (decision 024). */

/** Loads the library on demand because it contains a world map. */
const loadLookup = async () => (await import('@photostructure/tz-lookup')).default;

/** @returns an IANA name; `UTC` for a home without a position, whose latitude or longitude is 0 */
export async function findTimeZone(position: {
  latitude: number;
  longitude: number;
}): Promise<string> {
  const { latitude, longitude } = position;
  if (latitude === 0 || longitude === 0) return 'UTC';
  const lookUp = await loadLookup();
  return lookUp(latitude, longitude);
}
