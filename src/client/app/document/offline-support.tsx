import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useSite } from '../../api/page-data/site.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { showToast } from '../../ui/notices/toast-store.ts';
import { isCachedPage, CACHED_AT } from '../../offline/cached-pages.ts';
import {
  clearCachedPages,
  isWorkerActive,
  cachePageSoon,
  registerWorker,
} from '../../offline/worker-client.ts';

/** Caches the public pages that the user visits, and shows a notice on a cached page. */
export function OfflineSupport() {
  useCachedPages();
  useClearOnSignOut();
  const cachedAt = useCachedAt();
  const { name } = useSite();
  const isOnline = useSyncExternalStore(subscribeToNetwork, readIsOnline, () => true);
  useEffect(() => {
    if (isOnline || !isWorkerActive() || cachedAt !== null) return;
    return showToast({
      tone: 'info',
      text: 'You’re offline. You can still open pages you viewed recently.',
    });
  }, [isOnline, cachedAt]);
  return (
    <output className="block">
      {cachedAt !== null && (
        <span className="column flex min-h-12 flex-wrap items-center justify-between gap-x-4 bg-sunken py-1 text-sm print:hidden">
          <span>
            {isOnline ? `We can’t reach ${name}.` : 'You’re offline.'} This page is from{' '}
            <time dateTime={cachedAt}>{formatTime(cachedAt)}</time>.
          </span>
          <Button variant="quiet" size="sm" onClick={() => location.reload()}>
            Try again
          </Button>
        </span>
      )}
    </output>
  );
}

/** Registers the service worker, and caches visited pages that the worker did not serve. */
function useCachedPages() {
  const { pathname, search } = useLocation();
  const isServedByWorker = useRef<boolean>(undefined);
  useEffect(() => {
    const isFirst = isServedByWorker.current === undefined;
    isServedByWorker.current ??= isWorkerActive();
    if (isFirst) registerWorker();
    if ((isFirst && isServedByWorker.current) || !isCachedPage(pathname)) return;
    return cachePageSoon(pathname + search);
  }, [pathname, search]);
}

/** Clears cached pages when the session ends: here, in another tab, or on the server. */
function useClearOnSignOut() {
  const { status } = useSession();
  const previous = useRef(status);
  useEffect(() => {
    if (previous.current === 'signed-in' && status === 'signed-out') void clearCachedPages();
    previous.current = status;
  }, [status]);
}

/** Returns when the cached page was fetched, as an ISO time; null for a live page. */
function useCachedAt(): string | null {
  const queryClient = useQueryClient();
  const { key } = useLocation();
  const [firstKey] = useState(key);
  const [isRefreshed, setIsRefreshed] = useState(false);
  const cachedAt = useSyncExternalStore(subscribeNever, readCachedAt, () => null);
  useEffect(() => {
    if (cachedAt === null) return;
    let isCanceled = false;
    async function refresh() {
      if (!(await canReachServer()) || isCanceled) return;
      await queryClient.invalidateQueries();
      setIsRefreshed(true);
    }
    const listen = () => void refresh();
    addEventListener('online', listen);
    // The connection may have been restored while the page was loading.
    if (navigator.onLine) listen();
    return () => {
      isCanceled = true;
      removeEventListener('online', listen);
    };
  }, [cachedAt, queryClient]);
  return isRefreshed || key !== firstKey ? null : cachedAt;
}

/** Returns whether the server responds, with any status. */
async function canReachServer(): Promise<boolean> {
  try {
    await fetch('/api/health', { cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

function subscribeToNetwork(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
const readIsOnline = () => navigator.onLine;

const subscribeNever = () => () => undefined;
const readCachedAt = () => document.documentElement.dataset[CACHED_AT] ?? null;

/** Formats a time as `today, 3:40 PM` or `November 19, 3:40 PM`, in the user's time zone. */
function formatTime(isoTime: string): string {
  const time = new Date(isoTime);
  const clock = time.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
  const isToday = time.toDateString() === new Date().toDateString();
  const day = isToday
    ? 'today'
    : time.toLocaleDateString('en-US', { month: 'long', day: 'numeric' });
  return `${day}, ${clock}`;
}
