import { useEffect, useRef, type ReactNode } from 'react';

/** Replaces a form that had the focus, and takes the focus. */
export function FocusOnArrival({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="appear outline-none">
      {children}
    </div>
  );
}
