import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { mailtoHref } from '#shared/format/mailto.ts';
import { formatAppointment } from '#shared/format/time-spans.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Tour } from '#shared/schemas/tours/tour.ts';
import { Link } from '../../../ui/actions/link.tsx';
import { Badge } from '../../../ui/blocks/badge.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { TourActions } from '../tour-actions.tsx';
import { isUpcoming, statusOf } from '../tour-queries.ts';

const linkClass =
  'touch-target inline-flex items-center underline decoration-line-strong underline-offset-4 hover:decoration-current';

/** The details of a tour with the agent's actions. */
export function TourDetails(props: {
  tour: Tour | undefined;
  /** Whether to show the agent, who may be a colleague. */
  showsAgent: boolean;
  onClose: () => void;
}) {
  const { tour, showsAgent, onClose } = props;
  const queryClient = useQueryClient();
  const [now] = useState(() => Date.now());
  if (tour === undefined) return null;
  const { property, name, email, phone, start, end, timeZone } = tour;
  const { label, tone } = statusOf(tour, now);
  const refresh = () => {
    onClose();
    void queryClient.invalidateQueries({ queryKey: ['GET /tours'] });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name}
      description={<Badge tone={tone}>{label}</Badge>}
    >
      <dl className="grid gap-3 sm:grid-cols-[auto_1fr] sm:gap-x-6">
        <Entry term="When">{formatAppointment(start, end, timeZone)}</Entry>
        {showsAgent && <Entry term="Agent">{tour.agent.name}</Entry>}
        <Entry term="Home">
          {property._id === null ? (
            property.title
          ) : (
            <Link href={pagePaths.property(property._id)} className={linkClass}>
              {property.title}
            </Link>
          )}
        </Entry>
        <Entry term="Where">{property.address}</Entry>
        {email !== null && (
          <Entry term="Email">
            <Link href={mailtoHref(email)} className={linkClass}>
              {email}
            </Link>
          </Entry>
        )}
        {phone !== null && (
          <Entry term="Phone">
            <Link href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={linkClass}>
              {phone}
            </Link>
          </Entry>
        )}
      </dl>
      {isUpcoming(tour, now) && (
        <TourActions tour={tour} token={undefined} side="agent" onChanged={refresh} />
      )}
    </Dialog>
  );
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid sm:col-span-2 sm:grid-cols-subgrid">
      <dt className="text-sm leading-[1.625rem] text-ink-faint">{term}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
