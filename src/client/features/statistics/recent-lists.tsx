import { pagePaths } from '#shared/page-paths.ts';
import type { AdminStats } from '#shared/schemas/stats.ts';
import { OverviewList } from './overview-list.tsx';
import { avatarSources } from '../../ui/pictures/avatar-sources.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';

/** The newest listings with their agents (docs/product/dashboard.md, Admin overview). */
export function RecentListings({ listings }: { listings: AdminStats['recentListings'] }) {
  return (
    <OverviewList
      title="Recent Listings"
      empty="No listings have been published yet."
      rows={listings.map(({ _id, title, agent }) => ({
        id: _id,
        title,
        detail: `by ${agent.name}`,
        action: { label: 'View', name: `View ${title}`, href: pagePaths.property(_id) },
      }))}
    />
  );
}

/** The newest accounts, each linked to its row in Manage Users. */
export function NewUsers({ users }: { users: AdminStats['recentUsers'] }) {
  return (
    <OverviewList
      title="New Users"
      empty="No one has signed up yet."
      rows={users.map(({ _id, name, email, avatar }) => ({
        id: _id,
        lead: <Avatar name={name} {...avatarSources(avatar)} className="size-9 text-sm" />,
        title: name,
        href: pagePaths.manageUsers({ searchTerm: email }),
        detail: email,
      }))}
    />
  );
}
