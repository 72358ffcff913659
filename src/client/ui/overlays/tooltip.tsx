import { Tooltip } from '@base-ui/react/tooltip';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import { popupClass } from './overlay-class.ts';

/** How long a control must be hovered before its tooltip opens. */
const OPEN_DELAY_MS = 600;
/** Enough time to move the pointer from the control to its tooltip. */
const CLOSE_DELAY_MS = 150;

/**
 * Adds tooltips to the controls inside: each shows its `data-tooltip` when hovered or focused. The
 * text must also be available elsewhere: touch screens have no tooltips, and screen readers skip
 * them.
 *
 * One popup serves all controls because a component for each button would make a table slow
 * to render.
 */
export function Tooltips({ children }: { children: ReactNode }) {
  const [control, setControl] = useState<HTMLElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const open = (target: HTMLElement) => {
    setControl(target);
    setIsOpen(true);
  };
  const runAfter = (delayMs: number, action: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(action, delayMs);
  };
  const close = () => {
    clearTimeout(timer.current);
    setIsOpen(false);
  };
  return (
    // The events of the controls inside bubble.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onPointerOver={({ target, pointerType }) => {
        if (pointerType !== 'mouse') return;
        const hovered = findControl(target);
        if (hovered !== null) runAfter(isOpen ? 0 : OPEN_DELAY_MS, () => open(hovered));
        else if (popup.current?.contains(target as Node) === true) clearTimeout(timer.current);
        else runAfter(CLOSE_DELAY_MS, close);
      }}
      onPointerLeave={() => runAfter(CLOSE_DELAY_MS, close)}
      onPointerDown={close}
      onFocus={({ target }) => {
        const focused = findControl(target);
        if (focused?.matches(':focus-visible') === true) open(focused);
      }}
      onBlur={close}
    >
      {children}
      <Tooltip.Root open={isOpen} onOpenChange={setIsOpen}>
        <Tooltip.Portal>
          {/* The control already has this text as its name or description. */}
          <Tooltip.Positioner
            ref={popup}
            anchor={control}
            aria-hidden="true"
            sideOffset={6}
            className={({ anchorHidden }) => cx('z-50', anchorHidden && 'invisible')}
          >
            <Tooltip.Popup className={cx(popupClass, 'rounded-sm px-2.5 py-1.5 text-sm')}>
              {control?.dataset['tooltip']}
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      </Tooltip.Root>
    </div>
  );
}

const findControl = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
