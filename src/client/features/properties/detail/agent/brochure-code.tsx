import { useEffect, useState } from 'react';
import { savesData, whenIdle } from '../../../../ui/timing/when-idle.ts';
import type { QrPath } from '../../../../ui/pictures/qr-path.ts';

/** How long to wait for the user to act, in milliseconds: the page has settled by then. */
const SETTLED_MS = 5_000;

/**
 * Runs something with the first key or press, which printing begins with, and without either once the page has
 * settled.
 *
 * @returns takes the wish back
 */
function whenSomebodyActs(run: () => void): () => void {
  const acts = ['keydown', 'pointerdown'] as const;
  const forget = () => {
    clearTimeout(timer);
    for (const act of acts) removeEventListener(act, start);
  };
  const start = () => {
    forget();
    run();
  };
  const timer = setTimeout(start, SETTLED_MS);
  for (const act of acts) addEventListener(act, start);
  return forget;
}

/**
 * On paper: the listing's URL as a QR code. Drawn while the browser is idle, because printing does not wait for it;
 * until then, the URL is printed as text.
 */
export function BrochureCode({ address }: { address: string }) {
  const [code, setCode] = useState<(QrPath & { address: string }) | null>(null);
  useEffect(() => {
    if (savesData()) return;
    let isGone = false;
    async function make() {
      try {
        const { qrPath } = await import('../../../../ui/pictures/qr-path.ts');
        if (!isGone) setCode({ ...qrPath(address), address });
      } catch {
        // Its script could not be fetched.
      }
    }
    let forget = whenIdle(() => {
      forget = whenSomebodyActs(() => void make());
    });
    return () => {
      isGone = true;
      forget();
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
