import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../../../ui/timing/when-idle.ts';

/** The bell of signed-in users. Its script comes once the page is there: visitors never fetch it. */
export function LateBell() {
  const [Bell, setBell] = useState<ComponentType | null>(null);
  useEffect(() => {
    let isGone = false;
    async function load() {
      try {
        const { NotificationBell } =
          await import('../../../features/notifications/notification-bell.tsx');
        if (!isGone) setBell(() => NotificationBell);
      } catch {
        // The page does without; the next document tries again.
      }
    }
    const forget = whenIdle(() => void load());
    return () => {
      isGone = true;
      forget();
    };
  }, []);
  return Bell === null ? <span aria-hidden="true" className="size-11" /> : <Bell />;
}
