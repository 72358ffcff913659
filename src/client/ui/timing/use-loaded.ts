import { useEffect, useState } from 'react';

/**
 * Loads a script that the page does not need at first.
 *
 * @param load must be the same function on every render
 * @returns `loaded` is null until it loads, and if it fails; the next document tries again
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
