import ListPlus from 'lucide-react/icons/list-plus';
import { useState } from 'react';
import type { Property } from '#shared/schemas/properties/property.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useDeferredComponent } from '../../ui/timing/use-deferred-component.ts';

const loadDialog = async () => (await import('./add-to-shortlist-dialog.tsx')).AddToShortlistDialog;

/** The button that adds a home to a shortlist. Its dialog is loaded on demand. */
export function AddToShortlist({ property }: { property: Pick<Property, '_id' | 'title'> }) {
  const [isOpen, setIsOpen] = useState(false);
  const {
    Component: Dialog,
    isLoading,
    fetch,
  } = useDeferredComponent(loadDialog, 'The shortlists');
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="needs-js print:hidden"
        aria-haspopup="dialog"
        busy={isLoading}
        onClick={() => void fetch().then(setIsOpen)}
      >
        <ListPlus aria-hidden="true" className="size-4" />
        Add to shortlist
      </Button>
      {Dialog !== null && <Dialog property={property} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  );
}
