import { useEffect } from 'react';
import { useApi } from '../../../api/use-api.ts';

/** How long a page must be visible without a break to be counted. */
const VISIBLE_MS = 2_000;

/**
 * Tells the server that a listing's page was seen (docs/product/figures.md, Views). A failure is not shown.
 *
 * @param id of the listing; undefined until it is here
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
      if (document.visibilityState === 'visible') timer = setTimeout(send, VISIBLE_MS);
    }
    document.addEventListener('visibilitychange', wait);
    wait();
    return stop;
  }, [api, id]);
}
