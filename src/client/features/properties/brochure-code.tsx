import { useEffect, useState } from 'react';
import { savesData, whenIdle } from '../../hooks/when-idle.ts';
import type { QrPath } from './qr-path.ts';

/**
 * On paper: the listing's address for a phone's camera. It is made while nobody waits, since printing does not wait
 * either; where it is not there yet, the address in letters stands for it.
 */
export function BrochureCode({ address }: { address: string }) {
  const [code, setCode] = useState<(QrPath & { address: string }) | null>(null);
  useEffect(() => {
    if (savesData()) return;
    let isGone = false;
    async function make() {
      try {
        const { qrPath } = await import('./qr-path.ts');
        if (!isGone) setCode({ ...qrPath(address), address });
      } catch {
        // Its script could not be fetched.
      }
    }
    const forget = whenIdle(() => void make());
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
