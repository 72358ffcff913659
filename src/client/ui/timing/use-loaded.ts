import { useEffect, useState } from 'react';

/**
 * Loads a script after the first render.
 *
 * @param load must be stable across renders
 * @returns `loaded`: null while the script is loading, and if loading fails
 */
export function useLoaded<T>(load: () => Promise<T>): { loaded: T | null } {
  const [loaded, setLoaded] = useState<{ value: T } | null>(null);
  useEffect(() => {
    let isCanceled = false;
    async function run() {
      try {
        const value = await load();
        if (!isCanceled) setLoaded({ value });
      } catch {
        // The page works without the script.
      }
    }
    void run();
    return () => {
      isCanceled = true;
    };
  }, [load]);
  return { loaded: loaded?.value ?? null };
}
