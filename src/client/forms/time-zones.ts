/** The main time zones of the United States, from east to west. */
const US_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/**
 * Returns every time zone that the browser supports, US zones first.
 *
 * @param timeZone the current value of the field, included even if the browser does not support it
 */
export function timeZonesWith(timeZone: string): string[] {
  return [...new Set([...US_ZONES, 'UTC', ...Intl.supportedValuesOf('timeZone'), timeZone])];
}
