/** Figures of an office and its members (docs/product/offices.md, Statistics). */

import { z } from 'zod';
import { officeRoleSchema } from '../agent-office.ts';
import { idSchema } from '../common.ts';

const figuresShape = {
  /** Available listings, including those under contract. */
  activeListings: z.number(),
  underContract: z.number(),
  soldLast90Days: z.number(),
  inquiriesLast30Days: z.number(),
  /** Open inquiries that have not been answered. */
  unanswered: z.number(),
  /** The median time to the first reply, for first replies in the last 30 days, with one decimal; null without replies. */
  medianResponseMinutes: z.number().nullable(),
  /** Both requested and booked tours. */
  toursNext7Days: z.number(),
};

/** Response of `GET /offices/{id}/stats`. Members are sorted by name. */
export const officeStatsSchema = z.object({
  ...figuresShape,
  agents: z
    .object({ _id: idSchema, name: z.string(), officeRole: officeRoleSchema, ...figuresShape })
    .array(),
});
export type OfficeStats = z.output<typeof officeStatsSchema>;
export type OfficeFigures = Omit<OfficeStats, 'agents'>;
