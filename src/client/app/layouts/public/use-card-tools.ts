import { useLoaded } from '../../../ui/timing/use-loaded.ts';
import type { cardTools } from './card-tools.tsx';

type CardTools = typeof cardTools;

const load = async () => (await import('./card-tools.tsx')).cardTools;

/**
 * Returns the buttons of cards; null until loaded. They need scripts anyway, so their own script
 * loads after the page's.
 */
export const useCardTools = (): CardTools | null => useLoaded(load).loaded;
