import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMatches } from 'react-router';
import { createApiClient } from '../../api/api-client.ts';
import { networkError } from '../../api/api-error.ts';
import { browserClients } from '../../api/browser-client.ts';
import { fillQueryClient, findLoadedQueries } from '../../api/page-data/loaded-queries.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { ApiProvider } from '../../api/use-api-query.ts';
import { SessionProvider } from '../../session/session-context.tsx';
import { LinkProvider } from '../../ui/actions/link.tsx';
import { Toaster } from '../../ui/notices/toaster.tsx';
import { renderRouterLink } from './router-link.tsx';

/** Everything that pages and error pages may lean on. */
export function Providers({ clients, children }: { clients: PageClients; children: ReactNode }) {
  const { api, queryClient } = clients;
  return (
    <ApiProvider value={api}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <LinkProvider value={renderRouterLink}>
            {children}
            <Toaster />
          </LinkProvider>
        </SessionProvider>
      </QueryClientProvider>
    </ApiProvider>
  );
}

/** The API client, and the cache of its responses. */
export type PageClients = ReturnType<typeof renderingClients>;

/** The clients, filled with what the page's server loaders brought. */
export function usePageClients(): PageClients {
  const matches = useMatches();
  const [clients] = useState(() => {
    const made = typeof window === 'undefined' ? renderingClients() : browserClients();
    fillQueryClient(made.queryClient, findLoadedQueries(matches.map((match) => match.loaderData)));
    return made;
  });
  return clients;
}

/** For rendering a document: everything is loaded by then, and nothing is asked for. */
function renderingClients() {
  const api = createApiClient({ fetch: () => Promise.reject(networkError()) });
  return { api, queryClient: createQueryClient(api) };
}
