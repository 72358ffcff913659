import { useSyncExternalStore } from 'react';
import { RECENT_KEY } from '../../../session/device-memory.ts';
import { useLoaded } from '../../../ui/timing/use-loaded.ts';

const load = async () => (await import('./recently-viewed.tsx')).RecentlyViewed;

/** The homes recently viewed on this device. Loads no script if there are none. */
export function LazyRecentlyViewed({ except }: { except?: string }) {
  const hasAny = useSyncExternalStore(
    subscribeNever,
    () => hasOthers(except),
    () => false,
  );
  return hasAny ? <LoadedRecentlyViewed except={except} /> : null;
}

/** Changes do not rerender the component here. The lazily loaded script subscribes to them. */
const subscribeNever = () => () => undefined;

/** Returns whether homes other than `except` are stored. The lazy script renders the list. */
function hasOthers(except: string | undefined): boolean {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '[]');
    return Array.isArray(ids) && ids.some((id) => id !== except);
  } catch {
    return false;
  }
}

function LoadedRecentlyViewed({ except }: { except: string | undefined }) {
  const RecentlyViewed = useLoaded(load).loaded;
  return RecentlyViewed === null ? null : <RecentlyViewed except={except} />;
}
