import { Drawer as BaseDrawer } from '@base-ui/react/drawer';
import X from 'lucide-react/icons/x';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { iconButtonClass } from '../actions/icon-button.tsx';
import { backdropClass } from './overlay-class.ts';

/**
 * The side that the drawer slides in from: `bottom` for a sheet within thumb reach, `left` for
 * navigation, `right` for a panel next to the page.
 */
export type DrawerSide = 'bottom' | 'left' | 'right';

export interface DrawerProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger?: ReactElement;
  side?: DrawerSide;
  title: string;
  /** Whether the title is only for screen readers. */
  titleHidden?: boolean;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}

const SIDES = {
  bottom: {
    swipe: 'down',
    viewport: 'items-end',
    popup:
      'w-full max-h-[88dvh] rounded-t-lg border-t [transform:translateY(var(--drawer-swipe-movement-y))] data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)]',
  },
  left: {
    swipe: 'left',
    viewport: 'justify-start',
    popup:
      'h-full w-80 max-w-[86vw] border-r [transform:translateX(var(--drawer-swipe-movement-x))] data-ending-style:[transform:translateX(-100%)] data-starting-style:[transform:translateX(-100%)]',
  },
  right: {
    swipe: 'right',
    viewport: 'justify-end',
    popup:
      'h-full w-96 max-w-[90vw] border-l [transform:translateX(var(--drawer-swipe-movement-x))] data-ending-style:[transform:translateX(100%)] data-starting-style:[transform:translateX(100%)]',
  },
} as const;

/** A sheet or side panel over the page. It can be swiped away, and closes like a dialog. */
export function Drawer({
  open,
  onOpenChange,
  trigger,
  side = 'bottom',
  title,
  titleHidden = false,
  footer,
  children,
}: DrawerProps) {
  const { swipe, viewport, popup } = SIDES[side];
  return (
    <BaseDrawer.Root
      swipeDirection={swipe}
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange: (next) => onOpenChange(next) })}
    >
      {trigger !== undefined && <BaseDrawer.Trigger render={trigger} />}
      <BaseDrawer.Portal>
        <BaseDrawer.Backdrop className={backdropClass} />
        <BaseDrawer.Viewport className={cx('fixed inset-0 z-50 flex', viewport)}>
          <BaseDrawer.Popup
            className={cx(
              'flex flex-col border-line bg-surface text-ink shadow-pop outline-none transition-transform duration-200 data-swiping:duration-0 data-swiping:select-none',
              popup,
            )}
          >
            <div className="flex shrink-0 items-center justify-between gap-4 py-2 pr-2 pl-5">
              <BaseDrawer.Title className={titleHidden ? 'sr-only' : 'text-lg font-semibold'}>
                {title}
              </BaseDrawer.Title>
              <BaseDrawer.Close aria-label="Close" className={cx(iconButtonClass, 'ml-auto')}>
                <X aria-hidden="true" className="size-5" />
              </BaseDrawer.Close>
            </div>
            <BaseDrawer.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5">
              {/* The padding is inside because Chromium places sticky footers above the scroll
                  container's own padding. */}
              <div className="min-h-full pb-6">{children}</div>
            </BaseDrawer.Content>
            {footer !== undefined && (
              <div className="shrink-0 border-t border-line px-5 py-4">{footer}</div>
            )}
          </BaseDrawer.Popup>
        </BaseDrawer.Viewport>
      </BaseDrawer.Portal>
    </BaseDrawer.Root>
  );
}
