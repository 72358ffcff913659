import { cx } from '../../../ui/class-names.ts';
import { MenuLink, type MenuLinkProps } from './menu-link.tsx';

/** One line of the menu on small screens. */
export function MenuRow({ href, children }: Omit<MenuLinkProps, 'className'>) {
  return (
    <MenuLink
      href={href}
      className={({ isActive }) =>
        cx(
          'flex min-h-13 items-center text-lg',
          // An underline, as in the top bar on wide screens.
          isActive && 'font-semibold underline decoration-brand decoration-2 underline-offset-8',
        )
      }
    >
      {children}
    </MenuLink>
  );
}
