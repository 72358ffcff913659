import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { NavLink, type NavLinkProps } from 'react-router';
import { useIntent } from '../../../ui/timing/use-intent.ts';
import { prefersReducedData } from '../../../ui/timing/when-idle.ts';

export interface MenuLinkProps extends Required<Pick<NavLinkProps, 'className' | 'children'>> {
  href: string;
}

/**
 * A link in the top bar or the mobile menu. On intent, the router prefetches the page's scripts, and
 * this component prefetches the page's public data.
 */
export function MenuLink({ href, className, children }: MenuLinkProps) {
  const queryClient = useQueryClient();
  const intent = useIntent(() => void prefetchData(queryClient, href));
  return (
    <NavLink
      {...intent}
      to={href}
      discover="none"
      prefetch="intent"
      viewTransition
      className={className}
    >
      {children}
    </NavLink>
  );
}

async function prefetchData(queryClient: QueryClient, href: string): Promise<void> {
  if (prefersReducedData() || !navigator.onLine) return;
  // If the prefetch fails, the page fetches its data itself and reports errors.
  const queries = await import('./menu-queries.ts').catch(() => undefined);
  await queries?.prefetchMenuData(queryClient, href);
}
