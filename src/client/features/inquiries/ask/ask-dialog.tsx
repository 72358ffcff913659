import type { Property } from '#shared/schemas/properties/property.ts';
import { DialogOrSheet } from '../../../ui/overlays/dialog-or-sheet.tsx';
import { AskForm } from './ask-form.tsx';

export interface AskDialogProps {
  property: Property;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The form to ask about a home. */
export function AskDialog({ property, open, onOpenChange }: AskDialogProps) {
  return (
    <DialogOrSheet
      title="Ask about this home"
      description={property.title}
      open={open}
      onOpenChange={onOpenChange}
    >
      <AskForm property={property} close={() => onOpenChange(false)} />
    </DialogOrSheet>
  );
}
