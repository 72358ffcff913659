/** Finds the time zone of a home from its position (decision 024). */

/** Loaded on demand: the library contains a map of the world. */
const loadLookup = async () => (await import('@photostructure/tz-lookup')).default;

/**
 * @returns an IANA name; UTC for a home without a position, which has a zero coordinate
 */
export async function findTimeZone(position: {
  latitude: number;
  longitude: number;
}): Promise<string> {
  const { latitude, longitude } = position;
  if (latitude === 0 || longitude === 0) return 'UTC';
  const lookUp = await loadLookup();
  return lookUp(latitude, longitude);
}
