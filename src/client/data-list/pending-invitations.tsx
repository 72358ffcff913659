import type { UseQueryResult } from '@tanstack/react-query';
import { formatDate } from '#shared/format/dates.ts';
import type { Invitation } from '#shared/schemas/offices/invitation.ts';
import type { ApiError } from '../api/api-error.ts';
import { failureText } from '../forms/failure-text.ts';
import { Button } from '../ui/actions/button.tsx';
import { Banner } from '../ui/notices/banner.tsx';

export interface PendingInvitationsProps {
  list: Pick<UseQueryResult<Invitation[], ApiError>, 'data' | 'isPending' | 'isError' | 'refetch'>;
  revoke: { isPending: boolean; error: ApiError | null; mutate: (id: string) => void };
  /** Returns more details of an invitation, in addition to its email address and expiration. */
  detailOf?: (invitation: Invitation) => string;
}

/** The pending invitations, each with a button to revoke it (docs/product/offices.md, Invitations). */
export function PendingInvitations({ list, revoke, detailOf }: PendingInvitationsProps) {
  return (
    <>
      {revoke.error !== null && (
        <Banner tone="error" className="mt-3">
          {failureText(revoke.error, 'The invitation was not revoked.')}
        </Banner>
      )}
      {list.isPending && <output className="mt-3 block text-ink-soft">Loading...</output>}
      {list.isError && list.data === undefined && (
        <Banner
          tone="error"
          className="mt-3"
          action={
            <Button variant="secondary" size="sm" onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        >
          The pending invitations could not be loaded.
        </Banner>
      )}
      {list.data?.length === 0 && <p className="mt-3 text-ink-soft">No pending invitations.</p>}
      <ul className="mt-2 max-h-72 divide-y divide-line overflow-y-auto">
        {list.data?.map((invitation) => (
          <li key={invitation._id} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {invitation.email}
              <span className="block text-sm text-ink-soft">
                {[detailOf?.(invitation), `Expires ${formatDate(invitation.expiresAt)}`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Revoke the invitation for ${invitation.email}`}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate(invitation._id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
