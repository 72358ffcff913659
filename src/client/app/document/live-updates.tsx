import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionStore } from '../../session/session-store.ts';
import { useSession } from '../../session/session-context.tsx';
import { whenIdle } from '../../ui/timing/when-idle.ts';

/** Follows the event stream while a user is signed in, so that what is on screen refreshes by itself. */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.user._id : null;
  useEffect(() => {
    if (userId === null) return;
    let close: (() => void) | undefined;
    let isGone = false;
    async function open() {
      try {
        const { followEvents } = await import('../../api/event-stream/follow-events.ts');
        if (!isGone) close = followEvents(queryClient, () => sessionStore.getToken());
      } catch {
        // Without its script the page still works: lists are fetched when opened.
      }
    }
    const forget = whenIdle(() => void open());
    return () => {
      isGone = true;
      forget();
      close?.();
    };
  }, [userId, queryClient]);
  return null;
}
