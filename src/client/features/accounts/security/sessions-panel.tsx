import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#shared/format/dates.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/blocks/badge.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { Spinner } from '../../../ui/waiting/spinner.tsx';
import { sessionsQuery, useRefreshSecurity } from './security-queries.ts';

/** The account's sessions, with buttons to end them. */
export function SessionsPanel() {
  const sessions = useQuery(sessionsQuery);
  const refresh = useRefreshSecurity();
  const endSession = useApiMutation(
    (api, id: string) => api.call('DELETE /users/profile/sessions/:id', { params: { id } }),
    { onSettled: refresh },
  );
  const endOtherSessions = useApiMutation((api) => api.call('DELETE /users/profile/sessions', {}), {
    onSettled: refresh,
  });
  if (sessions.isPending) return <Spinner />;
  if (sessions.isError) {
    return (
      <LoadError
        title="Your sessions could not be loaded."
        isRetrying={sessions.isFetching}
        onRetry={() => void sessions.refetch()}
      >
        {sessions.error.message}
      </LoadError>
    );
  }
  const failure = endSession.error ?? endOtherSessions.error;
  return (
    <div className="grid gap-4">
      <h3 className="font-semibold">Where you’re signed in</h3>
      <ul className="grid gap-3">
        {sessions.data.map(({ _id, device, place, lastSeenAt, isCurrent }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="min-w-0">
              <span className="flex flex-wrap items-center gap-2 font-medium">
                {device}
                {isCurrent && <Badge tone="brand">This device</Badge>}
              </span>
              <span className="block text-sm text-ink-soft">
                {place}, last active {formatDateTime(lastSeenAt)}
              </span>
            </span>
            {!isCurrent && (
              <Button
                variant="secondary"
                size="sm"
                busy={endSession.isPending && endSession.variables === _id}
                aria-label={`Sign out ${device}, ${place}`}
                onClick={() => endSession.mutate(_id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failure !== null && (
        <Banner tone="error">{failureText(failure, 'The session could not be ended.')}</Banner>
      )}
      {sessions.data.length > 1 && (
        <div>
          <Button
            variant="secondary"
            busy={endOtherSessions.isPending}
            busyLabel="Signing out..."
            onClick={() => endOtherSessions.mutate()}
          >
            Sign out all other devices
          </Button>
        </div>
      )}
    </div>
  );
}
