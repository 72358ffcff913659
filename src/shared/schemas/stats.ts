/** Statistics (docs/product/dashboard.md, Statistics). Amounts are US dollars. */

import { z } from 'zod';
import { idSchema, timeSchema } from './common.ts';
import { propertyTypeSchema } from './properties/property-field.ts';
import { timeZoneSchema } from './tours/time-zone.ts';

/** Query of `GET /admin/stats`. Days are in the given IANA time zone or in UTC. */
export const adminStatsQuerySchema = z.object({
  timeZone: timeZoneSchema.default('UTC'),
});

export const adminStatsSchema = z.object({
  totalProperties: z.number(),
  totalUsers: z.number(),
  totalAgents: z.number(),
  totalPropertyValue: z.number(),
  propertyTypeCounts: z.array(z.object({ _id: propertyTypeSchema, count: z.number() })),
  propertiesLast7Days: z.array(z.object({ createdAt: timeSchema })),
  newListingsPerDay: z.array(z.object({ date: z.string(), count: z.number() })),
  recentListings: z.array(
    z.object({ _id: idSchema, title: z.string(), agent: z.object({ name: z.string() }) }),
  ),
  recentUsers: z.array(
    z.object({ _id: idSchema, name: z.string(), email: z.string(), avatar: z.string().nullable() }),
  ),
});
export type AdminStats = z.output<typeof adminStatsSchema>;

const attentionBase = z.object({ _id: idSchema, title: z.string() });
const viewedListingSchema = attentionBase.extend({
  /** Days on the market, at least 1. */
  days: z.number(),
  /** Views in the last 30 days. */
  views: z.number(),
});

export const agentStatsSchema = z.object({
  /** Items that need the agent's attention: up to five of each kind, most urgent first. `title` is the listing's title. */
  attention: z.object({
    inquiries: z.array(attentionBase.extend({ name: z.string(), createdAt: timeSchema })),
    tours: z.array(
      attentionBase.extend({
        name: z.string(),
        start: timeSchema,
        end: timeSchema,
        timeZone: z.string(),
      }),
    ),
    reminders: z.array(attentionBase.extend({ name: z.string(), remindAt: timeSchema })),
    drafts: z.array(attentionBase.extend({ publishState: z.enum(['draft', 'changes_requested']) })),
    expiring: z.array(attentionBase.extend({ expiresOn: z.string() })),
  }),
  /** Up to three available listings with the most, and with the fewest, views per day on the market. */
  views: z.object({ most: z.array(viewedListingSchema), fewest: z.array(viewedListingSchema) }),
  activeListings: z.number(),
  archivedListings: z.number(),
  totalValue: z.number(),
  recentListings: z.array(z.object({ _id: idSchema, title: z.string(), isAvailable: z.boolean() })),
  inquiries: z.object({
    last30Days: z.number(),
    /** Open inquiries that the agent has not answered. */
    unanswered: z.number(),
    /** The median time to the first reply, for first replies in the last 30 days, with one decimal; null without replies. */
    medianResponseMinutes: z.number().nullable(),
  }),
});
export type AgentStats = z.output<typeof agentStatsSchema>;
