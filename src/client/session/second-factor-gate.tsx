import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { onSetupRequired } from '../api/browser-client.ts';

/**
 * Redirects users who must set up a second factor to the setup page, after any request that the
 * server rejects for this reason.
 */
export function SecondFactorGate() {
  const navigate = useNavigate();
  useEffect(
    () => onSetupRequired(() => void navigate(pagePaths.setUpSecondFactor(), { replace: true })),
    [navigate],
  );
  return null;
}
