import { useLoaded } from '../../../ui/timing/use-loaded.ts';
import type { cardTools } from './card-tools.tsx';

type CardTools = typeof cardTools;

const load = async () => (await import('./card-tools.tsx')).cardTools;

/**
 * Returns the card tools; null until loaded. They need scripts anyway, so they load after the
 * page's own scripts.
 */
export const useCardTools = (): CardTools | null => useLoaded(load).loaded;
