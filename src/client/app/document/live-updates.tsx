import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../api/use-api.ts';
import { sessionStore } from '../../session/session-store.ts';
import { useSession } from '../../session/session-context.tsx';
import { whenIdle } from '../../ui/timing/when-idle.ts';

/**
 * Follows the event stream while a user is signed in. Refreshes the data on screen and opens the
 * dashboard to a user who becomes an agent.
 */
export function LiveUpdates() {
  const api = useApi();
  const queryClient = useQueryClient();
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.user._id : null;
  const hasPendingRequest =
    session.status === 'signed-in' && session.user.agentRequestedAt !== null;
  useEffect(() => {
    if (userId === null) return;
    let close: (() => void) | undefined;
    let isCanceled = false;
    async function refreshSession() {
      try {
        const user = await api.call('GET /users/profile', {});
        if (!isCanceled) sessionStore.updateUser(user);
      } catch {
        // The next event or page load tries again.
      }
    }
    async function open() {
      // An admin may have approved or declined the request while no page was open.
      if (hasPendingRequest) void refreshSession();
      try {
        const { followEvents } = await import('../../api/event-stream/follow-events.ts');
        if (isCanceled) return;
        close = followEvents(queryClient, {
          getToken: () => sessionStore.getToken(),
          onAccountChange: () => void refreshSession(),
        });
      } catch {
        // Without this script, the page still works because lists are fetched when opened.
      }
    }
    const cancel = whenIdle(() => void open());
    return () => {
      isCanceled = true;
      cancel();
      close?.();
    };
  }, [userId, hasPendingRequest, api, queryClient]);
  return null;
}
