/** The time zone of a home, from its position (decision 024). */

/** The library holds a map of the world in one text: read only where an open house is announced. */
const loadLookup = async () => (await import('@photostructure/tz-lookup')).default;

/**
 * @returns an IANA name; UTC for a home without a position, which is one with a zero in it
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
