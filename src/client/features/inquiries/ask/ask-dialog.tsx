import { useSyncExternalStore } from 'react';
import type { Property } from '#shared/schemas/properties/property.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Drawer } from '../../../ui/overlays/drawer.tsx';
import { AskForm } from './ask-form.tsx';

export interface AskDialogProps {
  property: Property;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const TITLE = 'Ask about this home';
const WIDE = '(min-width: 48rem)';

/** The form in a dialog on wide screens, in a sheet on phones. */
export function AskDialog({ property, open, onOpenChange }: AskDialogProps) {
  const isWide = useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => true,
  );
  const form = <AskForm property={property} close={() => onOpenChange(false)} />;
  return isWide ? (
    <Dialog title={TITLE} description={property.title} open={open} onOpenChange={onOpenChange}>
      {form}
    </Dialog>
  ) : (
    <Drawer title={TITLE} open={open} onOpenChange={onOpenChange}>
      <p className="mb-4 text-ink-soft">{property.title}</p>
      {form}
    </Drawer>
  );
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
