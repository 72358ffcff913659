import { useSyncExternalStore } from 'react';
import { useLoaded } from '../../../ui/timing/use-loaded.ts';
import { recentHomes } from './seen-homes.ts';

const load = async () => (await import('./recently-viewed.tsx')).RecentlyViewed;

/** The homes looked at last on this device; whoever looked at none yet loads nothing for them. */
export function LateRecentlyViewed({ except }: { except?: string }) {
  const ids = useSyncExternalStore(
    recentHomes.subscribe,
    recentHomes.getSnapshot,
    recentHomes.getServerSnapshot,
  );
  return ids.some((id) => id !== except) ? <Loaded except={except} /> : null;
}

function Loaded({ except }: { except: string | undefined }) {
  const RecentlyViewed = useLoaded(load).loaded;
  return RecentlyViewed === null ? null : <RecentlyViewed except={except} />;
}
