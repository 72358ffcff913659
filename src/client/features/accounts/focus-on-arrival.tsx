import { useEffect, useRef, type ReactNode } from 'react';

/** What takes the place of a form that had the focus: the keyboard and the screen reader go on from here. */
export function FocusOnArrival({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="appear outline-none">
      {children}
    </div>
  );
}
