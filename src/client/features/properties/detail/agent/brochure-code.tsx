import { useEffect, useState } from 'react';
import { savesData, whenIdle } from '../../../../ui/timing/when-idle.ts';
import type { QrPath } from '../../../../ui/pictures/qr-path.ts';

/** How long to wait for user input, in milliseconds. The page has settled by then. */
const SETTLED_MS = 5_000;

/**
 * Runs a function on the first key or pointer press, since printing starts with one, or after a
 * timeout.
 *
 * @returns cancels it
 */
function onFirstInput(run: () => void): () => void {
  const events = ['keydown', 'pointerdown'] as const;
  const cancel = () => {
    clearTimeout(timer);
    for (const event of events) removeEventListener(event, start);
  };
  const start = () => {
    cancel();
    run();
  };
  const timer = setTimeout(start, SETTLED_MS);
  for (const event of events) addEventListener(event, start);
  return cancel;
}

/**
 * On paper: the listing's URL as a QR code. Drawn while the browser is idle, because printing does
 * not wait for it; until then, the URL is printed as text.
 */
export function BrochureCode({ address }: { address: string }) {
  const [code, setCode] = useState<(QrPath & { address: string }) | null>(null);
  useEffect(() => {
    if (savesData()) return;
    let isUnmounted = false;
    async function make() {
      try {
        const { qrPath } = await import('../../../../ui/pictures/qr-path.ts');
        if (!isUnmounted) setCode({ ...qrPath(address), address });
      } catch {
        // Its script could not be fetched.
      }
    }
    let cancel = whenIdle(() => {
      cancel = onFirstInput(() => void make());
    });
    return () => {
      isUnmounted = true;
      cancel();
    };
  }, [address]);
  if (code?.address !== address) return null;
  return (
    <svg
      role="img"
      aria-label={`QR code of ${address}`}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      fill="currentColor"
      className="-mx-4 hidden w-[calc(100%+2rem)] print:block"
    >
      <path d={code.path} />
    </svg>
  );
}
