import { z } from 'zod';

/** Response of `GET /api/health` while the database answers; otherwise it is an error with 503. */
export const healthSchema = z.object({ status: z.literal('ok') });

/**
 * The installation's public settings. Rates are percent a year; `mapTileUrl` is one template of map tiles, or two
 * for day and night, comma-separated.
 */
export const publicSettingsSchema = z.object({
  mortgageRate: z.number(),
  propertyTaxRate: z.number(),
  homeInsuranceRate: z.number(),
  mapTileUrl: z.string(),
});
