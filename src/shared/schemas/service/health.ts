import { z } from 'zod';

/** Response of `GET /api/health` while the database is up; otherwise it returns a 503 error. */
export const healthSchema = z.object({ status: z.literal('ok') });

/**
 * The installation's public settings. Rates are percent per year; `mapTileUrl` is one tile template, or two for light
 * and dark mode, comma-separated.
 */
export const publicSettingsSchema = z.object({
  mortgageRate: z.number(),
  propertyTaxRate: z.number(),
  homeInsuranceRate: z.number(),
  mapTileUrl: z.string(),
});
