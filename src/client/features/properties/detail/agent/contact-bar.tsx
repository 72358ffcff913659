import Mail from 'lucide-react/icons/mail';
import type { ReactNode } from 'react';
import { formatPrice } from '#shared/format/money.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { unavailableLabel } from '#shared/properties/home-words.ts';
import { LinkButton } from '../../../../ui/actions/link-button.tsx';
import { inquiryHref } from './agent-card.tsx';

/**
 * The bottom bar on small screens, with the price and the contact buttons within thumb reach.
 */
export function ContactBar({ property, actions }: { property: Property; actions?: ReactNode }) {
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-20 -mx-[var(--gutter)] border-t border-line bg-paper px-[var(--gutter)] py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] lg:hidden print:hidden [@media(max-height:30rem)]:static"
    >
      {/* Wraps large text so that the price is never cut off. */}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0">
          <span className="display figures block text-lg leading-tight [overflow-wrap:anywhere]">
            {formatPrice(property.price)}
          </span>
          <span className="block truncate text-sm text-ink-soft">
            {unavailableLabel(property) ?? property.status}
          </span>
        </p>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {/* Hidden on phones when scripts run and two other buttons need the space. */}
          <LinkButton
            href={inquiryHref(property)}
            aria-label="Contact Agent"
            variant={actions === undefined ? 'primary' : 'secondary'}
            className="px-3 max-[24rem]:px-2 max-sm:[html[data-js]_&:not(:nth-last-child(-n+2))]:hidden"
          >
            <Mail aria-hidden="true" className="size-4 max-[24rem]:hidden" />
            <span>
              Contact<span className="max-sm:hidden"> Agent</span>
            </span>
          </LinkButton>
          {actions}
        </div>
      </div>
    </div>
  );
}
