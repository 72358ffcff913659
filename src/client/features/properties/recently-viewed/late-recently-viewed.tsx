import { useSyncExternalStore } from 'react';
import { RECENT_KEY } from '../../../session/device-memory.ts';
import { useLoaded } from '../../../ui/timing/use-loaded.ts';

const load = async () => (await import('./recently-viewed.tsx')).RecentlyViewed;

/** The homes looked at last on this device; whoever looked at none yet loads nothing for them. */
export function LateRecentlyViewed({ except }: { except?: string }) {
  const hasAny = useSyncExternalStore(
    neverTells,
    () => hasOthers(except),
    () => false,
  );
  return hasAny ? <Loaded except={except} /> : null;
}

/** What changes while a page is open, the script that shows it follows. */
const neverTells = () => () => undefined;

/** As it stands in the storage: the list itself comes with the script that shows it. */
function hasOthers(except: string | undefined): boolean {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '[]');
    return Array.isArray(ids) && ids.some((id) => id !== except);
  } catch {
    return false;
  }
}

function Loaded({ except }: { except: string | undefined }) {
  const RecentlyViewed = useLoaded(load).loaded;
  return RecentlyViewed === null ? null : <RecentlyViewed except={except} />;
}
