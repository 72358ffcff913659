import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ReactNode } from 'react';
import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { EmptyState } from '../ui/notices/empty-state.tsx';
import { LinkButton } from '../ui/actions/link-button.tsx';
import { useSession } from '../session/session-context.tsx';

/**
 * Wraps a page for admins. The dashboard's guard also admits agents (docs/product/pages.md, Routes).
 * Agents see a message instead of the page, and no data is requested.
 */
export function AdminOnly({ title, children }: { title: string; children: ReactNode }) {
  const session = useSession();
  if (session.status === 'signed-in' && can(session.user, 'user:manage')) return children;
  return <AdminNotice title={title} />;
}

/** The message for users who are not admins, with links to other pages. */
export function AdminNotice({ title }: { title: string }) {
  return (
    <>
      <h1 className="display text-xl">{title}</h1>
      <EmptyState
        icon={<ShieldCheck aria-hidden="true" className="size-7" strokeWidth={1.5} />}
        title="This page is for admins"
        actions={
          <>
            <LinkButton href={pagePaths.overview()}>Your overview</LinkButton>
            <LinkButton href={pagePaths.myListings()} variant="secondary">
              My Listings
            </LinkButton>
          </>
        }
      >
        You need an admin account. Ask an admin for access.
      </EmptyState>
    </>
  );
}
