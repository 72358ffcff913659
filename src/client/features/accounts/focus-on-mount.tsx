import { useEffect, useRef, type ReactNode } from 'react';

/** Content that replaces a focused form. Takes focus when it mounts. */
export function FocusOnMount({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="appear outline-none">
      {children}
    </div>
  );
}
