import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import MessageCircleOff from 'lucide-react/icons/message-circle-off';
import type { Inquiry } from '#shared/schemas/inquiry.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { mailtoHref } from '#shared/format/mailto.ts';
import { Link } from '../../../ui/actions/link.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { Composer } from '../composer.tsx';
import { useReading } from '../conversation.tsx';
import { HomeLine } from '../home-line.tsx';
import { inquiryQuery } from '../inquiry-queries.ts';
import { MessageList } from '../message-list.tsx';
import { ConversationWaiting } from '../open-conversation.tsx';
import { NoteField } from './note-field.tsx';
import { ReminderField } from './reminder-field.tsx';
import { SavedReplies } from './saved-replies.tsx';
import { StageChoice } from './stage-choice.tsx';

/** An inquiry as its agent works with it, in whatever state it is. Give it the inquiry as key. */
export function OpenInquiry({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(inquiryQuery(id));
  if (data !== undefined && error?.status !== 404) return <Workbench inquiry={data} />;
  if (error === null) return <ConversationWaiting />;
  if (error.status === 404) {
    return (
      <EmptyState
        icon={<MessageCircleOff aria-hidden="true" className="size-7" strokeWidth={1.5} />}
        title="This inquiry is not here"
      >
        It’s about another agent’s listing, or it was deleted.
      </EmptyState>
    );
  }
  return (
    <LoadError
      title="Could not load the inquiry"
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    >
      Please try again in a moment.
    </LoadError>
  );
}

function Workbench({ inquiry }: { inquiry: Inquiry }) {
  useReading(inquiry);
  const messages = useRef<HTMLDivElement>(null);
  const { _id: id, name, email, phone, property, adminReads = [] } = inquiry;
  return (
    <section
      aria-label={`Inquiry of ${name}`}
      className="grid grid-cols-1 gap-x-8 gap-y-6 rounded-md border border-line bg-surface p-4 sm:p-6 xl:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <div className="min-w-0">
        <header className="border-b border-line pb-4">
          <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{name}</h2>
          <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-ink-soft">
            {email !== null && (
              <Link
                href={mailtoHref(email, `About ${property.title}`)}
                className="inline-flex touch-target items-center [overflow-wrap:anywhere] hover:underline"
              >
                {email}
              </Link>
            )}
            {phone !== null && (
              <Link
                href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
                className="inline-flex touch-target items-center hover:underline"
              >
                {phone}
              </Link>
            )}
          </p>
          <div className="mt-3">
            <HomeLine property={property} />
          </div>
        </header>
        <div ref={messages} className="max-h-[32rem] overflow-y-auto py-5" tabIndex={-1}>
          <MessageList inquiry={inquiry} side="agent" />
        </div>
        <Composer
          inquiryId={id}
          label={`Reply to ${name}`}
          onSent={() => messages.current?.focus()}
          Tools={SavedReplies}
        />
      </div>
      <aside aria-label="Your own notes" className="flex flex-col gap-5">
        <StageChoice id={id} stage={inquiry.stage ?? 'new'} />
        <ReminderField id={id} remindAt={inquiry.remindAt ?? null} />
        <NoteField key={id} id={id} note={inquiry.note ?? ''} />
        <div className="text-sm text-ink-faint">
          <p>Asked {formatDateTime(inquiry.createdAt)}</p>
          {adminReads.map(({ date, name: admin }) => (
            <p key={date}>
              Read by the admin {admin}, {formatDateTime(date)}
            </p>
          ))}
        </div>
      </aside>
    </section>
  );
}
