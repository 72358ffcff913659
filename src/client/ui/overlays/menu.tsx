import { createContext, use, useCallback, useId, useRef, useState, type ReactNode } from 'react';
import { useDismiss } from './use-dismiss.ts';
import { cx } from '../class-names.ts';
import { Link } from '../actions/link.tsx';

const itemClass =
  'flex min-h-10 w-full items-center gap-3 rounded-sm px-3 py-2 text-left transition-colors hover:bg-sunken touch-target';

/** Closes the surrounding menu. */
const CloseContext = createContext<() => void>(() => undefined);

export interface MenuProps {
  /** The content of the trigger button. */
  label: ReactNode;
  buttonClassName: string;
  /** Shown above the entries, such as the signed-in user. */
  heading?: ReactNode;
  align?: 'start' | 'end';
  /** The keyboard shortcut of the button, on pages with shortcuts. */
  shortcut?: string;
  /** `MenuLink`, `MenuItem`, and `MenuSeparator`. */
  children: ReactNode;
}

/**
 * A menu of links and actions. It is a disclosure rather than an application menu, as the ARIA
 * Authoring Practices recommend for links. Tab and the arrow keys move through it, and Escape
 * closes it and returns focus.
 */
export function Menu(props: MenuProps) {
  const { label, buttonClassName, heading, align = 'end', shortcut, children } = props;
  const panelId = useId();
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const dismiss = useCallback((shouldReturnFocus: boolean) => {
    setIsOpen(false);
    if (shouldReturnFocus) button.current?.focus();
  }, []);
  const close = useCallback(() => setIsOpen(false), []);
  useDismiss(container, isOpen, dismiss);

  return (
    <div
      ref={container}
      role="presentation"
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        const step = event.key === 'ArrowDown' ? 1 : -1;
        if (isOpen) moveFocus(event.currentTarget, step);
        else setIsOpen(true);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        data-key={shortcut}
        onClick={() => setIsOpen(!isOpen)}
        className={buttonClassName}
      >
        {label}
      </button>
      <div
        id={panelId}
        hidden={!isOpen}
        className={cx(
          'appear absolute top-full z-40 mt-2 w-max max-w-80 min-w-56 rounded-md border border-line bg-surface p-1.5 shadow-pop',
          align === 'end' ? 'right-0' : 'left-0',
        )}
      >
        {isOpen && (
          <>
            {heading !== undefined && (
              <div className="mb-1.5 border-b border-line px-3 pt-1.5 pb-3 [overflow-wrap:anywhere]">
                {heading}
              </div>
            )}
            <CloseContext value={close}>{children}</CloseContext>
          </>
        )}
      </div>
    </div>
  );
}

function moveFocus(menu: HTMLElement, step: 1 | -1) {
  const items = [...menu.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')];
  const current = items.findIndex((item) => item === document.activeElement);
  items.at((current + step) % items.length)?.focus();
}

export interface MenuItemProps {
  icon?: ReactNode;
  onSelect: () => void;
  disabled?: boolean;
  children: ReactNode;
}

/** An entry with an action. */
export function MenuItem({ icon, onSelect, disabled = false, children }: MenuItemProps) {
  const close = use(CloseContext);
  return (
    <button
      type="button"
      disabled={disabled}
      className={itemClass}
      onClick={() => {
        close();
        onSelect();
      }}
    >
      {icon}
      {children}
    </button>
  );
}

export interface MenuLinkProps {
  href: string;
  icon?: ReactNode;
  children: ReactNode;
}

/** An entry with a link. */
export function MenuLink({ href, icon, children }: MenuLinkProps) {
  return (
    <Link href={href} className={itemClass} onClick={use(CloseContext)}>
      {icon}
      {children}
    </Link>
  );
}

/** A thin line between groups of entries. */
export function MenuSeparator() {
  return <hr className="mx-1 my-1.5 border-line" />;
}
