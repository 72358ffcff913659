import Mail from 'lucide-react/icons/mail';
import { mailtoHref } from '#shared/format/mailto.ts';
import { avatarSources } from '../../../ui/pictures/avatar-sources.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { CallLink } from '../../../ui/actions/call-link.tsx';
import { OfficeLink } from '../../../ui/actions/office-link.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { VerifiedBadge } from '../../../property-cards/verified-badge.tsx';
import type { KnownAgent } from './known-agent.ts';

/** The agent's stored details and contact links, below the heading of an agent's page. */
export function AgentLine({ agent }: { agent: KnownAgent }) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <Avatar name={agent.name} {...avatarSources(agent.avatar)} className="size-12 text-base" />
      <p className="min-w-0">
        <span className="flex items-center gap-2">
          <span className="truncate font-semibold">{agent.name}</span>
          <VerifiedBadge verification={agent.verification} />
        </span>
        <OfficeLink office={agent.office} className="block" />
        <span className="block truncate text-sm text-ink-soft">{agent.email}</span>
      </p>
      <LinkButton href={mailtoHref(agent.email)} variant="secondary" size="sm">
        <Mail aria-hidden="true" className="size-4" />
        Contact Agent
      </LinkButton>
      <CallLink phone={agent.phone} variant="secondary" size="sm" />
    </div>
  );
}
