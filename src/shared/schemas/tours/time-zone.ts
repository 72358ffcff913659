/** IANA time zone names. */

import { z } from 'zod';

/** Longer than any name in the IANA time zone database. */
const MAX_TIME_ZONE_LENGTH = 64;

type MaybeTemporal = { Temporal?: { Now: { plainDateISO: (timeZone: string) => unknown } } };

/**
 * Returns whether a string is an IANA name. Rejects offsets such as +01:00, which Intl would accept, and names that
 * Temporal rejects, such as US/Pacific-New.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    // Not every browser has Temporal.
    (globalThis as MaybeTemporal).Temporal?.Now.plainDateISO(name);
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** An IANA name such as `America/Chicago`. */
export const timeZoneSchema = z
  .string({ error: 'Time zone must be an IANA name.' })
  .max(MAX_TIME_ZONE_LENGTH, 'Time zone must be an IANA name.')
  .refine(isTimeZone, 'Time zone must be an IANA name.');
