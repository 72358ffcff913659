import { useSearchParams } from 'react-router';
import type { Route } from './+types/agents';
import {
  findQueryData,
  loadInBrowser,
  loadOnServer,
  type PageLoad,
} from '../../../api/page-data/page-data.ts';
import { AgentDirectory } from '../../../features/agents/agent-directory.tsx';
import { agentsMeta } from '../../../features/agents/agents-meta.ts';
import { agentsQuery, readAgentsSearch } from '../../../features/agents/agents-queries.ts';

const load: PageLoad = (page) =>
  page.prefetch(agentsQuery(readAgentsSearch(page.url.searchParams)));

export const loader = (args: Route.LoaderArgs) => loadOnServer(args, load);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const search = readAgentsSearch(new URLSearchParams(location.search));
  return agentsMeta(matches, search, findQueryData(loaderData, agentsQuery(search)));
};

export default function AgentsPage() {
  const [search] = useSearchParams();
  return (
    <div className="column pt-8 pb-20 lg:pt-12">
      <h1 className="display text-xl">Meet Our Professional Agents</h1>
      <p className="measure mt-2 mb-6 text-ink-soft">
        They know the streets, hold the keys, and answer your questions.
      </p>
      <AgentDirectory search={readAgentsSearch(search)} />
    </div>
  );
}
