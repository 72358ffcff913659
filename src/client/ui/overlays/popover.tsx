import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { popupClass } from './overlay-class.ts';

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  title: string;
  /** `wide` is for lists. */
  width?: 'narrow' | 'wide';
  /** Whether it is open, if controlled. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/** A popover below a button, for short text, a few controls, or a list. Escape and a click outside close it. */
export function Popover({
  trigger,
  title,
  width = 'narrow',
  open,
  onOpenChange,
  children,
}: PopoverProps) {
  return (
    <BasePopover.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange: (next) => onOpenChange(next) })}
    >
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner className="z-40" sideOffset={8} align="end">
          <BasePopover.Popup
            className={cx(
              popupClass,
              width === 'wide' ? 'w-96' : 'w-72',
              'max-w-[calc(100vw-2rem)] origin-[var(--transform-origin)] rounded-md p-4',
            )}
          >
            <BasePopover.Title className="font-semibold">{title}</BasePopover.Title>
            <div className="mt-1 text-sm text-ink-soft">{children}</div>
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
