import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatMoneyCompact, formatPrice } from '#shared/format/money.ts';
import { formatMinutes } from '#shared/format/format-minutes.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { AgentStats } from '#shared/schemas/stats.ts';
import { apiQuery } from '../../api/api-queries.ts';
import { NeedsAttention, type NeedsAttentionProps } from './needs-attention.tsx';
import { OverviewBody } from './overview-body.tsx';
import { OverviewList, OverviewListSkeleton } from './overview-list.tsx';
import { StatCards, StatCardsSkeleton, type Stat } from './stat-cards.tsx';
import { ViewedListings } from './viewed-listings.tsx';
import { Badge } from '../../ui/blocks/badge.tsx';

/** Returns the three listing statistics, with money in compact US dollars. */
export function agentStatsOf(stats: AgentStats): Stat[] {
  return [
    {
      label: 'Active Listings',
      value: formatNumber(stats.activeListings),
      href: pagePaths.myListings({ availability: 'true' }),
    },
    {
      label: 'Sold / Rented',
      value: formatNumber(stats.archivedListings),
      href: pagePaths.myListings({ availability: 'false' }),
    },
    {
      label: 'Value of Active Listings',
      value: formatMoneyCompact(stats.totalValue),
      exact: formatPrice(stats.totalValue),
      href: pagePaths.myListings({ availability: 'true', sort: 'price_desc' }),
    },
  ];
}

/**
 * Returns the three inquiry statistics (docs/product/inquiries.md, Statistics).
 */
export function inquiryStatsOf({ inquiries }: AgentStats): Stat[] {
  const { last30Days, unanswered, medianResponseMinutes: median } = inquiries;
  return [
    {
      label: 'Inquiries in 30 Days',
      value: formatNumber(last30Days),
      href: pagePaths.manageInquiries(),
    },
    {
      label: 'Unanswered',
      value: formatNumber(unanswered),
      href: pagePaths.manageInquiries({ stage: 'new' }),
    },
    {
      label: 'Median Response Time',
      value: median === null ? 'No replies yet' : formatMinutes(median),
      href: pagePaths.manageInquiries({ stage: 'contacted' }),
    },
  ];
}

/**
 * An agent's open tasks, statistics, most and least viewed listings, and newest listings
 * (docs/product/dashboard.md, Agent overview).
 *
 * @param props.newListingLink the button for a new listing. Like the reply and confirm buttons, it
 * belongs to another feature, so the page passes it in
 */
export function AgentOverview({
  newListingLink,
  ...actions
}: { newListingLink: ReactNode } & Omit<NeedsAttentionProps, 'attention'>) {
  const stats = useQuery(apiQuery('GET /agent/stats', {}));
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="display text-xl">Agent Overview</h1>
          <p className="mt-1 text-ink-soft">Your personal performance at a glance.</p>
        </div>
        {newListingLink}
      </div>
      <OverviewBody
        stats={stats}
        skeleton={
          <>
            <OverviewListSkeleton thumbnail="none" />
            <StatCardsSkeleton count={3} />
          </>
        }
      >
        {(data) => (
          <>
            <NeedsAttention attention={data.attention} {...actions} />
            <StatCards stats={agentStatsOf(data)} />
            <StatCards stats={inquiryStatsOf(data)} />
            <ViewedListings views={data.views} />
            <RecentActivity listings={data.recentListings} />
          </>
        )}
      </OverviewBody>
    </>
  );
}

function RecentActivity({ listings }: { listings: AgentStats['recentListings'] }) {
  return (
    <OverviewList
      title="Your Recent Activity"
      empty="Nothing yet. New listings will show up here."
      rows={listings.map(({ _id, title, isAvailable }) => ({
        id: _id,
        title,
        href: pagePaths.property(_id),
        state: (
          <Badge tone={isAvailable ? 'brand' : 'plain'}>
            {isAvailable ? 'Active' : 'Archived'}
          </Badge>
        ),
        action: { label: 'Edit', name: `Edit ${title}`, href: pagePaths.editListing(_id) },
      }))}
    />
  );
}
