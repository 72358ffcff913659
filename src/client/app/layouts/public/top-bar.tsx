import Heart from 'lucide-react/icons/heart';
import { pagePaths } from '#shared/page-paths.ts';
import { useSession } from '../../../session/session-context.tsx';
import { cx } from '../../../ui/class-names.ts';
import { iconButtonClass } from '../../../ui/actions/icon-button.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { LazyAccountMenu } from './account/lazy-account-menu.tsx';
import { LazyBell } from './lazy-bell.tsx';
import { HomeLink } from '../home-link.tsx';
import { MenuLink } from './menu-link.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { MAIN_LINKS } from './navigation.ts';

/** The sticky bar at the top of every public page (docs/product/pages.md, Layout). */
export function TopBar() {
  const session = useSession();
  return (
    <header className="sticky top-0 z-30 [@media(max-height:20rem)]:relative border-b border-line bg-paper [view-transition-name:top-bar]">
      <div className="column flex h-(--top-bar) items-center gap-8">
        <HomeLink />
        <nav aria-label="Main" className="ml-auto flex shrink-0 items-center gap-1 max-lg:hidden">
          {MAIN_LINKS.map((link) => (
            <MenuLink key={link.href} href={link.href} className="bar-link">
              {link.label}
            </MenuLink>
          ))}
        </nav>
        <div className="flex shrink-0 items-center gap-1 max-lg:ml-auto">
          <SavedHomesLink hasBell={session.status === 'signed-in'} />
          {session.status === 'signed-in' && <LazyBell />}
          <div className="flex min-w-44 items-center justify-end gap-2 max-lg:hidden">
            {session.status === 'signed-in' ? (
              <LazyAccountMenu user={session.user} />
            ) : (
              <div className="visitors-only flex items-center gap-2">
                <LinkButton href={pagePaths.login()} variant="quiet" size="sm">
                  Login
                </LinkButton>
                <LinkButton href={pagePaths.register()} size="sm">
                  Register
                </LinkButton>
              </div>
            )}
          </div>
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}

/**
 * The heart that links to Saved Homes. At 400 percent zoom, there is no space for it beside the bell
 * of signed-in users, whose menu has the same link.
 */
function SavedHomesLink({ hasBell }: { hasBell: boolean }) {
  return (
    <MenuLink
      href={pagePaths.savedHomes()}
      className={({ isActive }) =>
        cx(iconButtonClass, hasBell && 'max-[22rem]:hidden', isActive && 'text-clay')
      }
    >
      <span className="sr-only">Saved Homes</span>
      <Heart aria-hidden="true" className="size-5" />
    </MenuLink>
  );
}
