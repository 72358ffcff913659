import { lazy, Suspense } from 'react';
import type { SessionUser } from '../features/session/session-store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { cx } from '../ui/class-names.ts';

// Visitors never need it, and they are the ones who wait for the first page.
const AccountMenu = lazy(async () => ({
  default: (await import('./account-menu.tsx')).AccountMenu,
}));

/** The look of the button that opens the account menu. */
export const accountButtonClass =
  'inline-flex min-h-11 items-center gap-2.5 rounded-full py-1 pr-3.5 pl-1 transition-colors hover:bg-sunken';

/** The face on the account menu's button. */
export function AccountFace({ user }: { user: SessionUser }) {
  return (
    <>
      <Avatar name={user.name} src={user.avatar} className="size-9 text-sm" />
      <span className="max-w-36 truncate font-semibold">{user.name}</span>
    </>
  );
}

/** The account menu, or its likeness until it is loaded. */
export function AccountMenuSlot({ user }: { user: SessionUser }) {
  return (
    <Suspense
      fallback={
        <span className={cx(accountButtonClass, 'text-ink')}>
          <AccountFace user={user} />
        </span>
      }
    >
      <AccountMenu user={user} />
    </Suspense>
  );
}
