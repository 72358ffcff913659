/** Queries of the profile's 'Security' section. */

import { useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../api/api-queries.ts';

const SECURITY = 'GET /users/profile/security';
const SESSIONS = 'GET /users/profile/sessions';

export const securityQuery = apiQuery(SECURITY, {});
export const sessionsQuery = apiQuery(SESSIONS, {});

/** Returns a function that refetches the security settings and the sessions. */
export function useRefreshSecurity(): () => void {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: [SECURITY] });
    void queryClient.invalidateQueries({ queryKey: [SESSIONS] });
  };
}
