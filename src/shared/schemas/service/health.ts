import { z } from 'zod';

/** Response of `GET /api/health` if the database is available. Otherwise, the endpoint returns a 503 error. */
export const healthSchema = z.object({ status: z.literal('ok') });

/**
 * The installation's public settings. Rates are percent per year. `mapTileUrl` is a tile template, or two comma-separated
 * templates for light and dark mode.
 */
export const publicSettingsSchema = z.object({
  mortgageRate: z.number(),
  propertyTaxRate: z.number(),
  homeInsuranceRate: z.number(),
  mapTileUrl: z.string(),
});
