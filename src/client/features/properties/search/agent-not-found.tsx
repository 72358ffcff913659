import { pagePaths } from '#shared/page-paths.ts';
import { LinkButton } from '../../../ui/actions/link-button.tsx';

/**
 * Shown if the URL of an agent's page has no agent ID or an unknown one (docs/product/pages.md,
 * Listing pages).
 */
export function AgentNotFound({ hasAgentId }: { hasAgentId: boolean }) {
  return (
    <div className="column flex min-h-[60vh] flex-col items-center justify-center py-20 text-center">
      <h1 className="display text-xl">Agent Not Found</h1>
      <p className="mt-2 text-ink-soft">
        {hasAgentId
          ? 'They may have left. Browse other agents.'
          : 'No agent was specified to view listings for.'}
      </p>
      <LinkButton href={pagePaths.agents()} className="mt-6">
        Find an agent
      </LinkButton>
    </div>
  );
}
