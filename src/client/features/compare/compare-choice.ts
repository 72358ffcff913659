/** The homes that were chosen on this device to stand side by side (docs/product/saved-homes.md, Compare). */

import { useSyncExternalStore } from 'react';
import { MAX_COMPARED } from '#shared/limits.ts';
import { createDeviceList } from '../../session/device-list.ts';
import { COMPARE_KEY, forgetAtSignOut } from '../../session/device-memory.ts';

/** Their identifiers, in the order in which they were chosen. */
export const compareChoice = createDeviceList<string>({
  key: COMPARE_KEY,
  most: MAX_COMPARED,
  parse: (value) => (typeof value === 'string' ? value : undefined),
});

forgetAtSignOut(compareChoice.forget);

/** The chosen homes; none on the server. */
export function useCompareChoice(): readonly string[] {
  return useSyncExternalStore(
    compareChoice.subscribe,
    compareChoice.getSnapshot,
    compareChoice.getServerSnapshot,
  );
}
