import Mail from 'lucide-react/icons/mail';
import { yearOf } from '#shared/format/dates.ts';
import { mailtoHref } from '#shared/format/mailto.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Agent } from '#shared/schemas/user.ts';
import { avatarSources } from '../../ui/pictures/avatar-sources.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { VerifiedBadge } from '../../property-cards/verified-badge.tsx';
import { CallLink } from '../../ui/actions/call-link.tsx';
import { OfficeLink } from '../../ui/actions/office-link.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';

/** An agent in the directory (docs/product/pages.md, Agents). */
export function AgentTile({ agent }: { agent: Agent }) {
  return (
    <article className="flex h-full flex-col rounded-md border border-line bg-surface p-4 sm:px-5 sm:pt-8 sm:pb-5 sm:text-center">
      <div className="mb-4 flex items-center gap-4 sm:mb-6 sm:flex-col sm:gap-5">
        <Avatar
          name={agent.name}
          {...avatarSources(agent.avatar)}
          className="size-18 text-lg sm:size-28 sm:text-xl"
        />
        <div className="min-w-0">
          <h2 className="display line-clamp-2 text-lg leading-snug [overflow-wrap:anywhere]">
            {agent.name}
          </h2>
          <VerifiedBadge verification={agent.verification} />
          <OfficeLink office={agent.office} />
          <p className="mt-1 text-sm text-ink-soft">Member since {yearOf(agent.createdAt)}</p>
          <p className="figures text-sm text-ink-soft">
            {formatNumber(agent.propertyCount)} Active Listings
          </p>
        </div>
      </div>
      <div className="mt-auto grid w-full gap-2">
        <LinkButton
          href={pagePaths.agentListings({ agentId: agent._id, agentName: agent.name })}
          variant="secondary"
          className="w-full max-xl:px-3"
        >
          View Profile & Listings
        </LinkButton>
        <LinkButton href={mailtoHref(agent.email)} variant="quiet" className="w-full">
          <Mail aria-hidden="true" className="size-4" />
          Contact Agent
        </LinkButton>
        <CallLink phone={agent.phone} variant="quiet" className="w-full" />
      </div>
    </article>
  );
}
