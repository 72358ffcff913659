import { useSyncExternalStore, type ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { Drawer } from './drawer.tsx';

export interface DialogOrSheetProps {
  title: string;
  description: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

const WIDE_SCREEN_QUERY = '(min-width: 48rem)';

/** A dialog on wide screens and a bottom sheet on phones, within thumb reach. */
export function DialogOrSheet({ description, children, ...rest }: DialogOrSheetProps) {
  const isWide = useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE_SCREEN_QUERY).matches,
    () => true,
  );
  return isWide ? (
    <Dialog description={description} {...rest}>
      {children}
    </Dialog>
  ) : (
    <Drawer {...rest}>
      <p className="mb-4 text-ink-soft [overflow-wrap:anywhere]">{description}</p>
      {children}
    </Drawer>
  );
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE_SCREEN_QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
