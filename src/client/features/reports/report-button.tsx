import Flag from 'lucide-react/icons/flag';
import { useState } from 'react';
import type { Property } from '#shared/schemas/properties/property.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useDeferredComponent } from '../../ui/timing/use-deferred-component.ts';
import type { ReportDialogProps } from './report-dialog.tsx';

const loadDialog = async () => {
  const { ReportDialog } = await import('./report-dialog.tsx');
  return ReportDialog;
};

/** The button that opens the form for reporting a listing to the admins. */
export function ReportButton({ property }: { property: Property }) {
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useDeferredComponent<ReportDialogProps>(loadDialog, 'The form');
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="needs-js -ml-3.5 text-ink-soft print:hidden"
        busy={dialog.isLoading}
        onClick={() => void dialog.fetch().then((isLoaded) => isLoaded && setIsOpen(true))}
      >
        <Flag aria-hidden="true" className="size-4" />
        Report this listing
      </Button>
      {dialog.Component !== null && (
        <dialog.Component property={property} open={isOpen} onOpenChange={setIsOpen} />
      )}
    </>
  );
}
