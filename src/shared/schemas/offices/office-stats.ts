/** The figures for an office and for each member (docs/product/offices.md, Statistics). */

import { z } from 'zod';
import { officeRoleSchema } from '../agent-office.ts';
import { idSchema } from '../common.ts';

const figuresShape = {
  /** Available listings, including those under contract. */
  activeListings: z.number(),
  underContract: z.number(),
  soldLast90Days: z.number(),
  inquiriesLast30Days: z.number(),
  /** Open inquiries that were never answered. */
  unanswered: z.number(),
  /** Median of first answers in the last 30 days, with one decimal; null if there were none. */
  medianResponseMinutes: z.number().nullable(),
  /** Both requested and booked tours. */
  toursNext7Days: z.number(),
};

/** Response of `GET /offices/{id}/stats`; members are sorted by name. */
export const officeStatsSchema = z.object({
  ...figuresShape,
  agents: z
    .object({ _id: idSchema, name: z.string(), officeRole: officeRoleSchema, ...figuresShape })
    .array(),
});
export type OfficeStats = z.output<typeof officeStatsSchema>;
export type OfficeFigures = Omit<OfficeStats, 'agents'>;
