/** The zones of the United States, from east to west. */
const US_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/** Every zone that the browser knows, those of the United States first, and the one that is set. */
export function timeZonesWith(timeZone: string): string[] {
  return [...new Set([...US_ZONES, 'UTC', ...Intl.supportedValuesOf('timeZone'), timeZone])];
}
