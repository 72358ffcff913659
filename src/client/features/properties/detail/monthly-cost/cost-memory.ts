/** The visitor's monthly cost inputs, stored only on the device. */

import { useSyncExternalStore } from 'react';
import { createDeviceList, type ListStorage } from '../../../../session/device-list.ts';
import { COST_KEY, onSessionEnd } from '../../../../session/device-memory.ts';
import { COST_INPUT_NAMES, COST_INPUTS, type CostEdits, type CostInput } from './cost-inputs.ts';

/** An entry for the loan terms, which all homes share, or for a single home. */
interface StoredEdits {
  id: string;
  edits: CostEdits;
}
const LOAN = 'loan';
const MAX_ENTRIES = 30;

/**
 * Creates the store of the visitor's inputs.
 *
 * @param getStorage called on each use; defaults to the browser's storage
 */
export function createCostMemory(getStorage?: () => ListStorage) {
  const list = createDeviceList<StoredEdits>({
    key: COST_KEY,
    max: MAX_ENTRIES,
    parse: parseStoredEdits,
    ...(getStorage === undefined ? {} : { getStorage }),
  });
  const editsOf = (id: string, items: readonly StoredEdits[]) =>
    items.find((item) => item.id === id)?.edits ?? {};
  return {
    list,
    /** Returns the stored inputs for a home, including the loan terms. */
    read: (homeId: string, items = list.getSnapshot()): CostEdits => ({
      ...editsOf(LOAN, items),
      ...editsOf(homeId, items),
    }),
    /** @param value null removes the stored value */
    set(homeId: string, name: CostInput, value: number | null) {
      const id = 'isLoanTerm' in COST_INPUTS[name] ? LOAN : homeId;
      const items = list.getSnapshot();
      const { [name]: _previous, ...others } = editsOf(id, items);
      const edits = value === null ? others : { ...others, [name]: value };
      const otherItems = items.filter((item) => item.id !== id);
      list.write(Object.keys(edits).length === 0 ? otherItems : [{ id, edits }, ...otherItems]);
    },
    /** Removes the loan terms and the home's inputs. */
    reset(homeId: string) {
      list.write(list.getSnapshot().filter(({ id }) => id !== LOAN && id !== homeId));
    },
  };
}

function parseStoredEdits(value: unknown): StoredEdits | undefined {
  const { id, edits } = (value ?? {}) as { id?: unknown; edits?: unknown };
  if (typeof id !== 'string' || typeof edits !== 'object' || edits === null) return undefined;
  const entries = COST_INPUT_NAMES.flatMap((name) => {
    const number = (edits as Record<string, unknown>)[name];
    const { maximum } = COST_INPUTS[name];
    const isValid = typeof number === 'number' && number >= 0 && number <= maximum;
    return isValid ? [[name, number] as const] : [];
  });
  return { id, edits: Object.fromEntries(entries) };
}

const memory = createCostMemory();
onSessionEnd(memory.list.forget);

/** Returns the inputs stored for a home and functions to change them. */
export function useCostEdits(homeId: string) {
  const { list, read, set, reset } = memory;
  const items = useSyncExternalStore(list.subscribe, list.getSnapshot, list.getServerSnapshot);
  return {
    edits: read(homeId, items),
    set: (name: CostInput, value: number | null) => set(homeId, name, value),
    reset: () => reset(homeId),
  };
}
