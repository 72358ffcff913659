import type { SessionUser } from '../../../../session/session-store.ts';
import { Avatar } from '../../../../ui/pictures/avatar.tsx';

/** The style of the account menu's button. */
export const accountButtonClass =
  'inline-flex min-h-11 items-center gap-2.5 rounded-full py-1 pr-3.5 pl-1 transition-colors hover:bg-sunken';

/** The signed-in user, on the button of the account menu. */
export function AccountLabel({ user }: { user: SessionUser }) {
  return (
    <>
      <Avatar name={user.name} src={user.avatar} className="size-9 text-sm" />
      <span className="max-w-36 truncate font-semibold">{user.name}</span>
    </>
  );
}
