import { useEffect } from 'react';
import { replayPreHydrationEvents } from './pre-hydration-events.ts';

/** Does what was asked for before React had taken the document over, and marks it: end-to-end tests wait for that. */
export function HydrationMark() {
  useEffect(() => {
    replayPreHydrationEvents();
    document.documentElement.dataset['hydrated'] = 'true';
  }, []);
  return null;
}
