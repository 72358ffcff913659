/** The homes chosen on this device to compare (docs/product/saved-homes.md, Compare). */

import { useSyncExternalStore } from 'react';
import { MAX_COMPARED } from '#shared/limits.ts';
import { createDeviceList } from '../../session/device-list.ts';
import { COMPARE_KEY, onSessionEnd } from '../../session/device-memory.ts';

/** The IDs of the chosen homes, in the order in which they were chosen. */
export const compareChoice = createDeviceList<string>({
  key: COMPARE_KEY,
  max: MAX_COMPARED,
  parse: (value) => (typeof value === 'string' ? value : undefined),
});

onSessionEnd(compareChoice.forget);

/** Returns the IDs of the chosen homes; none on the server. */
export function useCompareChoice(): readonly string[] {
  return useSyncExternalStore(
    compareChoice.subscribe,
    compareChoice.getSnapshot,
    compareChoice.getServerSnapshot,
  );
}
