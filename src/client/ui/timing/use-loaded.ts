import { useEffect, useState } from 'react';

/**
 * What a script gives that the page can do without at first: it is fetched once the page is there.
 *
 * @param load must stay the same function from render to render
 * @returns `loaded` is null until then, and where it cannot be fetched; the next document tries again
 */
export function useLoaded<T>(load: () => Promise<T>): { loaded: T | null } {
  const [loaded, setLoaded] = useState<{ value: T } | null>(null);
  useEffect(() => {
    let isGone = false;
    async function run() {
      try {
        const value = await load();
        if (!isGone) setLoaded({ value });
      } catch {
        // The page does without.
      }
    }
    void run();
    return () => {
      isGone = true;
    };
  }, [load]);
  return { loaded: loaded?.value ?? null };
}
