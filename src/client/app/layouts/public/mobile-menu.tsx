import MenuIcon from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { useSession } from '../../../session/session-context.tsx';
import { useDismiss } from '../../../ui/overlays/use-dismiss.ts';
import { iconButtonClass } from '../../../ui/actions/icon-button.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { LazyMobileAccount } from './account/lazy-mobile-account.tsx';
import { MenuRow } from './menu-row.tsx';
import { MAIN_LINKS } from './navigation.ts';

/**
 * The menu that replaces the top bar's links on small screens (docs/product/pages.md, Layout). Uses a
 * details element so that it also opens without JavaScript.
 */
export function MobileMenu() {
  const details = useRef<HTMLDetailsElement>(null);
  const session = useSession();
  const { pathname } = useLocation();

  const dismiss = useCallback((shouldReturnFocus: boolean) => {
    if (details.current?.open !== true) return;
    details.current.open = false;
    if (shouldReturnFocus) details.current.querySelector('summary')?.focus();
  }, []);
  // Always active because the browser opens the menu itself and may fire the toggle event only
  // after the next key press.
  useDismiss(details, true, dismiss);
  const close = useCallback(() => dismiss(false), [dismiss]);
  // Going back or forward can stay on the same page, so the menu stays mounted.
  useEffect(() => {
    window.addEventListener('popstate', close);
    return () => window.removeEventListener('popstate', close);
  }, [close]);

  return (
    // A new page closes the menu. New results on the same page do not.
    <details key={pathname} ref={details} className="group ml-auto lg:hidden">
      <summary className={iconButtonClass}>
        <span className="sr-only">Menu</span>
        <MenuIcon aria-hidden="true" className="size-6 group-open:hidden" />
        <X aria-hidden="true" className="hidden size-6 group-open:block" />
      </summary>
      {/* Every link and button inside navigates, so close the panel. Keyboard users click them, not
          the panel. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a, button') !== null) close();
        }}
        className="appear absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-y border-line bg-paper shadow-pop"
      >
        <nav aria-label="Main" className="column divide-y divide-line py-2">
          {MAIN_LINKS.map((link) => (
            <MenuRow key={link.href} href={link.href}>
              {link.label}
            </MenuRow>
          ))}
        </nav>
        <div className="border-t border-line bg-sunken py-4">
          {session.status === 'signed-in' ? (
            <LazyMobileAccount user={session.user} />
          ) : (
            <div className="column visitors-only grid grid-cols-2 gap-3">
              <LinkButton href={pagePaths.login()} variant="secondary">
                Login
              </LinkButton>
              <LinkButton href={pagePaths.register()}>Register</LinkButton>
            </div>
          )}
        </div>
      </div>
    </details>
  );
}
