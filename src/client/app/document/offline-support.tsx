import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useSite } from '../../api/page-data/site.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { showToast } from '../../ui/notices/toast-store.ts';
import { isCacheablePage, CACHED_AT } from '../../offline/cached-pages.ts';
import {
  clearCachedPages,
  isWorkerActive,
  cachePageSoon,
  registerWorker,
} from '../../offline/worker-client.ts';

/** How long a cached page waits before it tries to reach the server again. */
const RETRY_DELAY_MS = 3_000;

/**
 * Caches the public pages that the user visits, clears them on sign-out, and shows notices while
 * offline and on cached pages.
 */
export function OfflineSupport() {
  useCachedPages();
  useClearOnSignOut();
  const { name } = useSite();
  const isOnline = useSyncExternalStore(subscribeToNetwork, readIsOnline, () => true);
  const cachedAt = useCachedAt(isOnline);
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
            {isOnline ? `We can’t reach ${name}.` : 'You’re offline.'} This page was saved{' '}
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

/** Registers the service worker and caches visited pages that the worker did not serve. */
function useCachedPages() {
  const { pathname, search } = useLocation();
  const isServedByWorker = useRef<boolean>(undefined);
  useEffect(() => {
    const isFirst = isServedByWorker.current === undefined;
    isServedByWorker.current ??= isWorkerActive();
    if (isFirst) registerWorker();
    if ((isFirst && isServedByWorker.current) || !isCacheablePage(pathname)) return;
    return cachePageSoon(pathname + search);
  }, [pathname, search]);
}

/** Clears cached pages when the session ends in this tab, in another tab, or on the server. */
function useClearOnSignOut() {
  const { status } = useSession();
  const previous = useRef(status);
  useEffect(() => {
    if (previous.current === 'signed-in' && status === 'signed-out') void clearCachedPages();
    previous.current = status;
  }, [status]);
}

/**
 * Returns when the cached page was fetched, as an ISO time. Returns null for a live page, after a
 * navigation, and once the server responds and the page's data has been refetched.
 */
function useCachedAt(isOnline: boolean): string | null {
  const queryClient = useQueryClient();
  const { key } = useLocation();
  const [firstKey] = useState(key);
  const [isRefreshed, setIsRefreshed] = useState(false);
  const cachedAt = useSyncExternalStore(subscribeNever, readCachedAt, () => null);
  // The first request after the network returns may still fail.
  const { isSuccess: isReachable } = useQuery({
    queryKey: ['GET /health'],
    queryFn: fetchHealth,
    enabled: cachedAt !== null && isOnline,
    retry: true,
    retryDelay: RETRY_DELAY_MS,
    staleTime: Infinity,
  });
  useEffect(() => {
    if (isReachable) void queryClient.invalidateQueries().then(() => setIsRefreshed(true));
  }, [isReachable, queryClient]);
  return isRefreshed || key !== firstKey ? null : cachedAt;
}

/** Resolves if the server responds, with any status, and rejects if it does not. */
async function fetchHealth(): Promise<true> {
  await fetch('/api/health', { cache: 'no-store' });
  return true;
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

/** Formats a time as `today at 3:40 PM` or `November 19 at 3:40 PM`, in the user's time zone. */
function formatTime(isoTime: string): string {
  const time = new Date(isoTime);
  const clock = time.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
  const isToday = time.toDateString() === new Date().toDateString();
  const day = isToday
    ? 'today'
    : time.toLocaleDateString('en-US', { month: 'long', day: 'numeric' });
  return `${day} at ${clock}`;
}
