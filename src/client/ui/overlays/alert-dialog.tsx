import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { cx } from '../class-names.ts';
import { backdropClass, popupClass } from './overlay-class.ts';

export interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The question and its consequences. */
  description: ReactNode;
  confirmLabel: string;
  /** The confirm button's label while busy, such as 'Deleting...'; defaults to `confirmLabel`. */
  busyLabel?: string;
  busy?: boolean;
  cancelLabel?: string;
  /** Whether confirming is destructive. */
  dangerous?: boolean;
  onConfirm: () => void;
  /**
   * The element to focus afterward, if the trigger may have been removed by then; null for the
   * default.
   */
  returnFocusTo?: () => HTMLElement | null;
  /** The error, if any: a banner. */
  children?: ReactNode;
}

/**
 * A confirmation dialog. It stays open after Confirm so that the caller can close it when the work
 * is done. Escape and Cancel close it, except while busy.
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
    <BaseAlertDialog.Root
      open={open}
      // While busy, it stays open, so that a failure is visible.
      onOpenChange={(next) => {
        if (next || !busy) onOpenChange(next);
      }}
    >
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={backdropClass} />
        <BaseAlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <BaseAlertDialog.Popup
            className={cx(popupClass, 'w-full max-w-md rounded-md p-6 wrap-anywhere')}
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
