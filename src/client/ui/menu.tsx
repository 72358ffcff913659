import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Link } from './link.tsx';
import { popupClass } from './overlay-class.ts';

const itemClass =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-3 py-2 text-base outline-none select-none touch-target ' +
  'data-highlighted:bg-sunken data-disabled:opacity-60 forced-colors:data-highlighted:outline-2';

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Said above the entries, such as who is signed in. */
  heading?: ReactNode;
  align?: 'start' | 'end';
  /** Opens with its first appearance; for menus that are loaded only when asked for. */
  defaultOpen?: boolean;
  /** `MenuLink`, `MenuItem` and `MenuSeparator`. */
  children: ReactNode;
}

/** Actions and links under a button, with arrow keys, type-ahead and Escape. */
export function Menu({
  trigger,
  heading,
  align = 'end',
  defaultOpen = false,
  children,
}: MenuProps) {
  return (
    <BaseMenu.Root defaultOpen={defaultOpen} modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className="z-40 outline-none" sideOffset={8} align={align}>
          <BaseMenu.Popup
            className={cx(popupClass, 'min-w-56 origin-[var(--transform-origin)] rounded-md p-1.5')}
          >
            {heading !== undefined && (
              <div className="mb-1.5 border-b border-line px-3 pt-1.5 pb-3">{heading}</div>
            )}
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

export interface MenuItemProps {
  icon?: ReactNode;
  onSelect: () => void;
  disabled?: boolean;
  children: ReactNode;
}

/** An entry that does something. */
export function MenuItem({ icon, onSelect, disabled = false, children }: MenuItemProps) {
  return (
    <BaseMenu.Item className={itemClass} onClick={onSelect} disabled={disabled}>
      {icon}
      {children}
    </BaseMenu.Item>
  );
}

/** An entry that goes somewhere. */
export function MenuLink({
  href,
  icon,
  children,
}: {
  href: string;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <BaseMenu.LinkItem className={itemClass} closeOnClick render={<Link href={href} />}>
      {icon}
      {children}
    </BaseMenu.LinkItem>
  );
}

/** A hairline between groups of entries. */
export function MenuSeparator() {
  return <BaseMenu.Separator className="mx-1 my-1.5 h-px bg-line" />;
}
