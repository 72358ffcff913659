import { useEffect } from 'react';
import { replayPreHydrationEvents } from './pre-hydration-events.ts';

/**
 * Replays input from before hydration and marks the document as hydrated, which end-to-end tests
 * wait for.
 */
export function HydrationMark() {
  useEffect(() => {
    replayPreHydrationEvents();
    document.documentElement.dataset['hydrated'] = 'true';
  }, []);
  return null;
}
