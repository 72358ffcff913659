import { useEffect, useRef } from 'react';
import { showToast } from '../ui/notices/toast-store.ts';

/**
 * Returns a function for `onError` that shows a toast if the component was unmounted before the response, because the
 * user closed its dialog or left the page. Otherwise, the component shows the error.
 */
export function useFailureToast(text: string): () => void {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => {
    if (!isMounted.current) showToast({ tone: 'error', text });
  };
}
