import { useLoaded } from '../../../ui/timing/use-loaded.ts';
import type { cardTools } from './card-tools.tsx';

type CardTools = typeof cardTools;

const load = async () => (await import('./card-tools.tsx')).cardTools;

/**
 * Returns the buttons of cards. They do nothing without scripts, so theirs load after the page's
 * own; null until then.
 */
export const useCardTools = (): CardTools | null => useLoaded(load).loaded;
