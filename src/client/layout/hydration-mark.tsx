import { useEffect } from 'react';

/** Marks the document once the browser has taken it over: stories wait for it before they press anything. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = 'true';
  }, []);
  return null;
}
