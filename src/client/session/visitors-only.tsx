import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from './session-context.tsx';
import { showToast } from '../ui/notices/toast-store.ts';
import { pathAfterSignIn, returnPath } from './after-sign-in.ts';

/**
 * Wraps the sign-in and sign-up pages. A user who is already signed in, or has just signed in here or
 * in another tab, is redirected to the intended page (docs/product/accounts.md, Signing in).
 */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  const { status } = session;
  const user = status === 'signed-in' ? session.user : undefined;

  useEffect(() => {
    if (user === undefined) return;
    const path = pathAfterSignIn(state, user);
    const requestedPath = returnPath(state);
    if (requestedPath !== undefined && requestedPath !== path) {
      showToast({ tone: 'info', text: 'You don’t have access to that page.' });
    }
    void navigate(path, { replace: true });
  }, [user, state, navigate]);

  // After the form is submitted, it stays until the next page renders. Users who were already signed
  // in never see it.
  const [wasVisitor, setWasVisitor] = useState(false);
  if (status === 'signed-out' && !wasVisitor) setWasVisitor(true);
  if (user !== undefined && !wasVisitor) return null;
  return <div className={status === 'loading' ? 'visitors-only' : ''}>{children}</div>;
}
