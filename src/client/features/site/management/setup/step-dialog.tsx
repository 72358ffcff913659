import type { ReactNode } from 'react';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { setupStepClass } from './setup-step-class.ts';

/** A step of the setup checklist that opens a dialog. */
export function StepDialog({
  label,
  description,
  children,
}: {
  label: string;
  description: string;
  children?: ReactNode;
}) {
  return (
    <Dialog
      trigger={
        <button type="button" className={setupStepClass}>
          {label}
        </button>
      }
      title={label}
      description={description}
    >
      {children}
    </Dialog>
  );
}
