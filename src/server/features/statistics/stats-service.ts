/** Dashboard statistics (docs/product/dashboard.md, Statistics). */

import { EXPIRY_NOTICE_DAYS, MAX_LAST_7_DAYS_LISTINGS, RECENT_COUNT } from '#shared/limits.ts';
import type { AdminStats, AgentStats } from '#shared/schemas/stats.ts';
import type { Database } from '../../database/database.ts';
import { imagePath } from '../../storage/image-paths.ts';
import { findAttention, findMostAndFewestViewed } from './attention-repository.ts';
import { lastDays } from './last-days.ts';
import {
  countCreatedBetween,
  countUsers,
  findAgentTotals,
  findCreationTimes,
  findInquiryTotals,
  findNewestListings,
  findNewestListingsByAgent,
  findNewestUsers,
  findTypeTotals,
} from './stats-repository.ts';

/** Days in the new-listings chart (docs/product/dashboard.md, Admin overview). */
const CHART_DAYS = 7;
/** Days in the inquiry statistics (docs/product/inquiries.md, Statistics). */
const INQUIRY_DAYS = 30;
/** The maximum number of listings in each list of most and fewest views. */
const MAX_VIEWED_LISTINGS = 3;
/** The maximum number of an agent's newest available listings whose views are compared. */
const MAX_COMPARED_LISTINGS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;

export type StatsService = ReturnType<typeof createStatsService>;

export function createStatsService(options: { db: Database; now: () => Date }) {
  const { db, now } = options;
  return {
    /** Returns the site's statistics. @param timeZone the IANA time zone that defines days */
    async getSiteStats(timeZone: string): Promise<AdminStats> {
      const days = lastDays(CHART_DAYS, now(), timeZone);
      const instants = [...days.map(({ from }) => from), ...days.slice(-1).map(({ to }) => to)];
      const [from, to] = [instants[0] ?? now(), instants.at(-1) ?? now()];
      const types = await findTypeTotals(db);
      const accounts = await countUsers(db);
      const counts = await countCreatedBetween(db, instants);
      const times = await findCreationTimes(db, { from, to, limit: MAX_LAST_7_DAYS_LISTINGS });
      const listings = await findNewestListings(db, RECENT_COUNT);
      const users = await findNewestUsers(db, RECENT_COUNT);
      return {
        totalProperties: types.reduce((sum, { listingCount }) => sum + listingCount, 0),
        totalUsers: accounts.users,
        totalAgents: accounts.agents,
        totalPropertyValue: types.reduce((sum, { totalPrice }) => sum + totalPrice, 0),
        propertyTypeCounts: types.map(({ type, listingCount }) => ({
          _id: type,
          count: listingCount,
        })),
        propertiesLast7Days: times.map((time) => ({ createdAt: time.toISOString() })),
        newListingsPerDay: days.map(({ date }, index) => ({ date, count: counts[index] ?? 0 })),
        recentListings: listings.map(({ id, title, agent_name: name }) => ({
          _id: id,
          title,
          agent: { name },
        })),
        recentUsers: users.map(({ id, name, email, avatar_key: key }) => ({
          _id: id,
          name,
          email,
          avatar: key === null ? null : imagePath(key),
        })),
      };
    },

    /** Returns one agent's statistics. */
    async getAgentStats(agentId: string): Promise<AgentStats> {
      const since = new Date(now().getTime() - INQUIRY_DAYS * DAY_MS);
      const expiringBy = new Date(now().getTime() + EXPIRY_NOTICE_DAYS * DAY_MS);
      // Runs the queries one after the other so that a request does not use all database
      // connections.
      const totals = await findAgentTotals(db, agentId);
      const listings = await findNewestListingsByAgent(db, agentId, RECENT_COUNT);
      const inquiries = await findInquiryTotals(db, agentId, since);
      const attention = await findAttention(db, agentId, {
        now: now(),
        expiringBy,
        limit: RECENT_COUNT,
      });
      const views = await findMostAndFewestViewed(db, agentId, {
        now: now(),
        newest: MAX_COMPARED_LISTINGS,
        limit: MAX_VIEWED_LISTINGS,
      });
      return {
        attention,
        views,
        activeListings: totals.active,
        archivedListings: totals.archived,
        totalValue: totals.activeValue,
        recentListings: listings.map(({ id, title, is_available: isAvailable }) => ({
          _id: id,
          title,
          isAvailable,
        })),
        inquiries: {
          last30Days: inquiries.received,
          unanswered: inquiries.unanswered,
          medianResponseMinutes: inquiries.medianResponseMinutes,
        },
      };
    },
  };
}
