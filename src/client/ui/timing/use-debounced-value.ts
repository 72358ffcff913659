import { useEffect, useState } from 'react';

/**
 * A value that follows another one only when that has rested.
 *
 * @param delayMs for how long nothing must have changed
 */
export function useDebouncedValue<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
