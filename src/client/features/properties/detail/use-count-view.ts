import { useEffect } from 'react';
import { useApi } from '../../../api/use-api.ts';

/** How long a page must be visible before a view is counted. */
const MIN_VISIBLE_MS = 2_000;

/**
 * Reports a view of a listing's page to the server (docs/product/figures.md, Views). Failures are
 * not shown.
 *
 * @param id of the listing; undefined until it has loaded
 */
export function useCountView(id: string | undefined): void {
  const api = useApi();
  useEffect(() => {
    if (id === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
    };
    const send = () => {
      stop();
      void api.call('POST /properties/:id/view', { params: { id } }).catch(() => undefined);
    };
    function wait() {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(send, MIN_VISIBLE_MS);
    }
    document.addEventListener('visibilitychange', wait);
    wait();
    return stop;
  }, [api, id]);
}
