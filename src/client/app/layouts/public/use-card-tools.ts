import { useEffect, useState } from 'react';
import type { cardTools } from './card-tools.tsx';

type CardTools = typeof cardTools;

/** The buttons of cards. Without scripts they could do nothing, so theirs comes after the page's own; null until then. */
export function useCardTools(): CardTools | null {
  const [tools, setTools] = useState<CardTools | null>(null);
  useEffect(() => {
    let isGone = false;
    async function load() {
      try {
        const late = await import('./card-tools.tsx');
        if (!isGone) setTools(late.cardTools);
      } catch {
        // The page does without; the next document tries again.
      }
    }
    void load();
    return () => {
      isGone = true;
    };
  }, []);
  return tools;
}
