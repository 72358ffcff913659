import FileText from 'lucide-react/icons/file-text';
import Mail from 'lucide-react/icons/mail';
import { Fragment, type ReactNode } from 'react';
import { mailtoHref } from '#shared/format/mailto.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { avatarSources } from '../../../../ui/pictures/avatar-sources.ts';
import { usePublicSettings } from '../../../../api/page-data/public-settings.ts';
import { Avatar } from '../../../../ui/pictures/avatar.tsx';
import { VerifiedBadge } from '../../../../property-cards/verified-badge.tsx';
import { CallLink } from '../../../../ui/actions/call-link.tsx';
import { OfficeLink } from '../../../../ui/actions/office-link.tsx';
import { LinkButton } from '../../../../ui/actions/link-button.tsx';
import { ListingQrCode } from './listing-qr-code.tsx';

/**
 * Returns a mailto link to a listing's agent, with a subject that names the listing
 * (docs/product/pages.md, Property page).
 */
export function inquiryHref({ agent, title }: Property): string {
  return mailtoHref(agent.email, `Inquiry about ${title}`);
}

/** The listing's agent, with contact links. */
export function AgentCard({ property, actions }: { property: Property; actions?: ReactNode }) {
  const { agent } = property;
  const { publicUrl } = usePublicSettings();
  const listingUrl = publicUrl + pagePaths.property(property._id);
  return (
    <section
      aria-labelledby="agent-heading"
      className="rounded-md border border-line bg-surface p-6"
    >
      <div className="flex items-center gap-4">
        <Avatar name={agent.name} {...avatarSources(agent.avatar)} className="size-16 text-lg" />
        <div className="min-w-0">
          <p className="text-sm text-ink-soft">
            {property.attribution === null ? 'Listed by' : 'Contact'}
          </p>
          <h2
            id="agent-heading"
            className="line-clamp-3 text-lg font-semibold [overflow-wrap:anywhere]"
          >
            {agent.name}
          </h2>
          <VerifiedBadge verification={agent.verification} />
          <OfficeLink office={agent.office} />
        </div>
      </div>
      <div className="mt-5 flex gap-3 empty:hidden max-lg:hidden print:hidden *:grow">
        {actions}
      </div>
      <LinkButton
        href={inquiryHref(property)}
        variant={actions === undefined ? 'primary' : 'secondary'}
        className="mt-3 w-full print:hidden"
      >
        <Mail aria-hidden="true" className="size-4" />
        Contact Agent
      </LinkButton>
      <CallLink phone={agent.phone} variant="secondary" className="mt-3 w-full" />
      <LinkButton
        href={pagePaths.agentListings({ agentId: agent._id, agentName: agent.name })}
        variant="secondary"
        className="mt-3 w-full print:hidden"
      >
        See all listings
      </LinkButton>
      <p className="mt-4 truncate text-center text-sm text-ink-soft print:text-left print:whitespace-normal print:text-ink">
        <BreakableAddress text={agent.email} />
      </p>
      {/* A file, not a page of the app. */}
      <a
        href={pagePaths.brochure(property._id)}
        target="_blank"
        rel="noreferrer"
        className="touch-target mt-4 flex items-center justify-center gap-2 text-sm link print:hidden"
      >
        <FileText aria-hidden="true" className="size-4" />
        Brochure (PDF)
      </a>
      {/* Buttons are useless on paper, so print the listing's URL instead. */}
      <div className="mt-4 hidden border-t border-line print:block">
        <ListingQrCode url={listingUrl} />
        <p className="text-sm text-ink-soft">Full details, photos, and map:</p>
        <p className="text-sm">
          <BreakableAddress text={listingUrl} />
        </p>
      </div>
    </section>
  );
}

/** An email address or URL that breaks at its separators if possible. */
function BreakableAddress({ text }: { text: string }) {
  return (
    <span className="print:[overflow-wrap:anywhere]">
      {text.split(/(?=[@/.])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
