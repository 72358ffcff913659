import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { cx } from '../class-names.ts';
import { backdropClass, popupClass } from './overlay-class.ts';

export interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The question, in full. */
  description: ReactNode;
  confirmLabel: string;
  /** The confirm button's label while busy: 'Deleting...'. */
  busyLabel?: string;
  busy?: boolean;
  cancelLabel?: string;
  /** Whether confirming destroys something. */
  dangerous?: boolean;
  onConfirm: () => void;
  /** Where the focus goes afterwards, if what opened it may be gone by then; null leaves that to the dialog. */
  returnFocusTo?: () => HTMLElement | null;
  /** The error, if any: a banner. */
  children?: ReactNode;
}

/**
 * A question that has to be answered. It stays open after Confirm, so that its caller closes it once the work is
 * done; Escape and Cancel say no.
 */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  busyLabel,
  busy = false,
  cancelLabel = 'Cancel',
  dangerous = true,
  onConfirm,
  returnFocusTo,
  children,
}: AlertDialogProps) {
  return (
    <BaseAlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={backdropClass} />
        <BaseAlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <BaseAlertDialog.Popup
            className={cx(popupClass, 'w-full max-w-md rounded-md p-6')}
            finalFocus={() => returnFocusTo?.() ?? true}
          >
            <BaseAlertDialog.Title className="display text-xl">{title}</BaseAlertDialog.Title>
            <BaseAlertDialog.Description className="mt-2 text-ink-soft">
              {description}
            </BaseAlertDialog.Description>
            {children !== undefined && <div className="mt-4">{children}</div>}
            <div className="mt-6 flex flex-wrap justify-end gap-3">
              <BaseAlertDialog.Close
                render={
                  <Button variant="secondary" disabled={busy}>
                    {cancelLabel}
                  </Button>
                }
              />
              <Button
                variant={dangerous ? 'danger' : 'primary'}
                busy={busy}
                busyLabel={busyLabel ?? confirmLabel}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </div>
          </BaseAlertDialog.Popup>
        </BaseAlertDialog.Viewport>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  );
}
