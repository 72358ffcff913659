import { pagePaths } from '#shared/page-paths.ts';
import type { AdminStats } from '#shared/schemas/stats.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { avatarSources } from '../../../images/avatar-sources.ts';
import { Panel } from '../../../desk/panel.tsx';

const listClass = 'mt-2 pb-2';
const rowClass = 'flex min-h-15 items-center gap-3 border-t border-line px-5 py-2 first:border-t-0';
const emptyClass = 'px-5 pt-2 pb-5 text-ink-soft';

/** The newest listings with their agents (spec section 2, Admin overview). */
export function RecentListings({ listings }: { listings: AdminStats['recentListings'] }) {
  return (
    <Panel title="Recent Listings">
      {listings.length === 0 ? (
        <p className={emptyClass}>Nobody has published a listing yet.</p>
      ) : (
        <ul className={listClass}>
          {listings.map(({ _id, title, agent }) => (
            <li key={_id} className={rowClass}>
              <div className="min-w-0 flex-1 leading-snug">
                <p className="truncate font-semibold">{title}</p>
                <p className="truncate text-sm text-ink-soft">by {agent.name}</p>
              </div>
              <LinkButton
                href={pagePaths.property(_id)}
                variant="quiet"
                size="sm"
                className="-mr-3 text-brand"
                aria-label={`View ${title}`}
              >
                View
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The newest accounts (spec section 2, Admin overview). */
export function NewUsers({ users }: { users: AdminStats['recentUsers'] }) {
  return (
    <Panel title="New Users">
      {users.length === 0 ? (
        <p className={emptyClass}>Nobody has signed up yet.</p>
      ) : (
        <ul className={listClass}>
          {users.map(({ _id, name, email, avatar }) => (
            <li key={_id} className={rowClass}>
              <Avatar name={name} {...avatarSources(avatar)} className="size-9 text-sm" />
              <div className="min-w-0 leading-snug">
                <p className="truncate font-semibold">{name}</p>
                <p className="truncate text-sm text-ink-soft">{email}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
