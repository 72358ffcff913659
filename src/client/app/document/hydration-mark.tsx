import { useEffect } from 'react';
import { repeatEarlyEvents } from './early-events.ts';

/** Does what was asked for before React had taken the document over, and marks it: stories wait for that. */
export function HydrationMark() {
  useEffect(() => {
    repeatEarlyEvents();
    document.documentElement.dataset['hydrated'] = 'true';
  }, []);
  return null;
}
