import { useNavigate } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { useSession } from '../features/session/session-context.tsx';

/** Ends the session and returns to the home page (spec section 4). */
export function useLogout(): () => void {
  const { signOut } = useSession();
  const navigate = useNavigate();
  return () => {
    // Away first: a page behind a guard would otherwise send its reader to the login page.
    void Promise.resolve(navigate(pagePaths.home())).then(signOut);
  };
}
