import { useEffect, useState } from 'react';
import { prefersReducedData, whenIdle } from '../../../../ui/timing/when-idle.ts';
import type { QrPath } from '../../../../ui/pictures/qr-path.ts';

/** How long to wait for user input, in milliseconds. The page has settled by then. */
const INPUT_TIMEOUT_MS = 5_000;

/**
 * Runs a function on the first key or pointer press, which can start printing, or after a timeout.
 *
 * @returns a function that cancels the wait
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
  const timer = setTimeout(start, INPUT_TIMEOUT_MS);
  for (const event of events) addEventListener(event, start);
  return cancel;
}

/**
 * The listing's URL as a QR code, only for printouts. Drawn in advance, after the first input or a
 * timeout, because printing does not wait for scripts. Until then, and always for users who prefer
 * reduced data, only the URL's text is printed.
 */
export function ListingQrCode({ url }: { url: string }) {
  const [code, setCode] = useState<(QrPath & { url: string }) | null>(null);
  useEffect(() => {
    if (prefersReducedData()) return;
    let isUnmounted = false;
    async function drawCode() {
      try {
        const { qrPath } = await import('../../../../ui/pictures/qr-path.ts');
        if (!isUnmounted) setCode({ ...qrPath(url), url });
      } catch {
        // The script could not be fetched.
      }
    }
    let cancel = whenIdle(() => {
      cancel = onFirstInput(() => void drawCode());
    });
    return () => {
      isUnmounted = true;
      cancel();
    };
  }, [url]);
  if (code?.url !== url) return null;
  return (
    <svg
      role="img"
      aria-label={`QR code for ${url}`}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      fill="currentColor"
      className="-mx-4 hidden w-[calc(100%+2rem)] print:block"
    >
      <path d={code.path} />
    </svg>
  );
}
