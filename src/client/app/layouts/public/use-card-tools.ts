import { useLoaded } from '../../../ui/timing/use-loaded.ts';
import type { cardTools } from './card-tools.tsx';

type CardTools = typeof cardTools;

const load = async () => (await import('./card-tools.tsx')).cardTools;

/** The buttons of cards. Without scripts they could do nothing, so theirs comes after the page's own; null until then. */
export const useCardTools = (): CardTools | null => useLoaded(load).loaded;
