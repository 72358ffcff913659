import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMatches } from 'react-router';
import { createApiClient } from '../../api/api-client.ts';
import { networkError } from '../../api/api-error.ts';
import { browserClient } from '../../api/browser-client.ts';
import { addLoadedQueries, findLoadedQueries } from '../../api/page-data/loaded-state.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { SessionProvider } from '../../session/session-context.tsx';
import { LinkProvider } from '../../ui/actions/link.tsx';
import { renderRouterLink } from './router-link.tsx';

/** The context providers that the document, its pages, and error pages share. */
export function Providers({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const [queryClient] = useState(() => {
    const client = typeof window === 'undefined' ? createServerClient() : browserClient();
    addLoadedQueries(client, findLoadedQueries(matches.map((match) => match.loaderData)));
    return client;
  });
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <LinkProvider value={renderRouterLink}>{children}</LinkProvider>
      </SessionProvider>
    </QueryClientProvider>
  );
}

/** Creates the query client for server rendering, which fetches nothing. */
function createServerClient() {
  return createQueryClient(createApiClient({ fetch: () => Promise.reject(networkError()) }));
}
