import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { cx } from '../class-names.ts';
import { iconButtonClass } from '../actions/icon-button.tsx';
import { backdropClass, popupClass } from './overlay-class.ts';

export interface DialogProps {
  /** Whether it is open, if controlled. Otherwise, omit it and pass a `trigger`. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Called after the closing animation. */
  onClosed?: () => void;
  /** The button that opens it. */
  trigger?: ReactElement;
  title: string;
  description?: ReactNode;
  /** `sm` for questions, `md` for forms, `lg` for long texts, `xl` for pictures. */
  width?: 'sm' | 'md' | 'lg' | 'xl';
  /** The element that is focused first; defaults to the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>;
  /**
   * The element to focus afterward, if the trigger may have been removed by then; null for the
   * default, false to focus nothing.
   */
  returnFocusTo?: () => HTMLElement | null | false;
  /** The buttons at the bottom. */
  actions?: ReactNode;
  children?: ReactNode;
}

const WIDTH_CLASS = { sm: 'max-w-md', md: 'max-w-lg', lg: 'max-w-2xl', xl: 'max-w-5xl' } as const;

/**
 * A modal dialog. It traps focus and returns it afterward. Escape, the close button, and a
 * click outside close it.
 */
export function Dialog({
  open,
  onOpenChange,
  onClosed,
  trigger,
  title,
  description,
  width = 'md',
  initialFocus,
  returnFocusTo,
  actions,
  children,
}: DialogProps) {
  return (
    <BaseDialog.Root
      {...(open === undefined ? {} : { open })}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}
      {...(onOpenChange === undefined ? {} : { onOpenChange: (next) => onOpenChange(next) })}
    >
      {trigger !== undefined && <BaseDialog.Trigger render={trigger} />}
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <BaseDialog.Popup
            className={cx(
              popupClass,
              'relative w-full rounded-md p-6 wrap-anywhere',
              WIDTH_CLASS[width],
            )}
            {...(initialFocus === undefined ? {} : { initialFocus })}
            finalFocus={() => returnFocusTo?.() ?? true}
          >
            <BaseDialog.Title className="display pr-10 text-xl">{title}</BaseDialog.Title>
            {description !== undefined && (
              <BaseDialog.Description className="mt-2 text-ink-soft">
                {description}
              </BaseDialog.Description>
            )}
            {children !== undefined && <div className="mt-5">{children}</div>}
            {actions !== undefined && (
              <div className="mt-6 flex flex-wrap justify-end gap-3">{actions}</div>
            )}
            <BaseDialog.Close
              aria-label="Close"
              className={cx(iconButtonClass, 'absolute top-3 right-3')}
            >
              <X aria-hidden="true" className="size-5" />
            </BaseDialog.Close>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/**
 * A button in a dialog that closes it: `<DialogClose render={<Button
 * variant="secondary">Cancel</Button>} />`.
 */
export function DialogClose({ render }: { render: ReactElement }) {
  return <BaseDialog.Close render={render} />;
}
