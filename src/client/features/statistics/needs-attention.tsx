import { Suspense, useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { formatShortDate } from '#shared/format/dates.ts';
import { dayOf } from '#shared/format/day-of.ts';
import { formatShortDateTime, formatTimeZone } from '#shared/format/time-spans.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { AgentStats } from '#shared/schemas/stats.ts';
import { Link } from '../../ui/actions/link.tsx';
import { Badge } from '../../ui/blocks/badge.tsx';
import { Panel } from './panel.tsx';

type Attention = AgentStats['attention'];
type UnansweredInquiry = Attention['inquiries'][number];
type RequestedTour = Attention['tours'][number];

export interface NeedsAttentionProps {
  attention: Attention;
  /** Replies to an inquiry in place; belongs to another feature. */
  Reply: ComponentType<{ inquiry: UnansweredInquiry; onDone: () => void }>;
  /** Confirms a tour in place; belongs to another feature. */
  Confirm: ComponentType<{ tour: RequestedTour; onDone: () => void }>;
}

/** The agent's open tasks (docs/product/dashboard.md, Agent overview). */
export function NeedsAttention({ attention, Reply, Confirm }: NeedsAttentionProps) {
  const { inquiries, tours, reminders, drafts, expiring } = attention;
  const panel = useRef<HTMLDivElement>(null);
  const isDone = useRef(false);
  const onDone = () => {
    isDone.current = true;
  };
  // Completing a task removes its row, including the focused button.
  useEffect(() => {
    if (!isDone.current || document.activeElement !== document.body) return;
    isDone.current = false;
    panel.current?.focus();
  });
  const count = [inquiries, tours, reminders, drafts, expiring].flat().length;
  return (
    <div ref={panel} tabIndex={-1} className="rounded-md outline-offset-2">
      <Panel title="Needs attention">
        {count === 0 ? (
          <p className="px-5 pt-2 pb-5 text-ink-soft">Nothing right now. You’re all caught up.</p>
        ) : (
          <ul className="mt-2 pb-2">
            {inquiries.map((inquiry) => (
              <Row
                key={`inquiry ${inquiry._id}`}
                kind="Unanswered"
                title={inquiry.name}
                href={pagePaths.manageInquiries({ id: inquiry._id })}
                detail={`${inquiry.title}, received ${formatShortDate(inquiry.createdAt)}`}
                action={<Reply inquiry={inquiry} onDone={onDone} />}
              />
            ))}
            {tours.map((tour) => (
              <Row
                key={`tour ${tour._id}`}
                kind="Tour request"
                title={tour.name}
                href={pagePaths.toursDashboard({ week: dayOf(tour.start, tour.timeZone) })}
                detail={`${tour.title}, ${formatShortDateTime(tour.start, tour.timeZone)} ${formatTimeZone(tour.start, tour.timeZone)}`}
                action={<Confirm tour={tour} onDone={onDone} />}
              />
            ))}
            {reminders.map(({ _id, name, title, remindAt }) => (
              <Row
                key={`reminder ${_id}`}
                kind="Reminder"
                title={name}
                href={pagePaths.manageInquiries({ id: _id })}
                detail={`${title}, due ${formatShortDate(remindAt)}`}
              />
            ))}
            {drafts.map(({ _id, title, publishState }) => (
              <Row
                key={`draft ${_id}`}
                kind={publishState === 'draft' ? 'Draft' : 'Changes requested'}
                title={title}
                href={pagePaths.editListing(_id)}
                detail={publishState === 'draft' ? 'Not published yet' : 'Sent back by an admin'}
              />
            ))}
            {expiring.map(({ _id, title, expiresOn }) => (
              <Row
                key={`expiring ${_id}`}
                kind="Expires soon"
                title={title}
                href={pagePaths.editListing(_id)}
                detail={`Expires on ${formatShortDate(`${expiresOn}T12:00:00Z`)}`}
              />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

function Row(props: {
  kind: string;
  title: string;
  href: string;
  detail: string;
  action?: ReactNode;
}) {
  const { kind, title, href, detail, action } = props;
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-5 py-2 first:border-t-0">
      <div className="min-w-0 flex-1 basis-44 leading-snug [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          <Link
            href={href}
            className="touch-target line-clamp-2 leading-6 underline-offset-4 hover:underline"
          >
            {title}
          </Link>
          <Badge tone="clay">{kind}</Badge>
        </p>
        <p className="text-sm text-ink-soft">{detail}</p>
      </div>
      <Suspense>{action}</Suspense>
    </li>
  );
}
