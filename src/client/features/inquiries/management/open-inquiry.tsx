import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import MessageCircleOff from 'lucide-react/icons/message-circle-off';
import type { Inquiry } from '#shared/schemas/inquiry.ts';
import { can } from '#shared/permissions.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { mailtoHref } from '#shared/format/mailto.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { Composer } from '../composer.tsx';
import { useMarkReadWhenShown } from '../conversation.tsx';
import { HomeLine } from '../home-line.tsx';
import { inquiryQuery } from '../inquiry-queries.ts';
import { MessageList } from '../message-list.tsx';
import { ConversationSkeleton } from '../open-conversation.tsx';
import { AssignButton } from './assign-button.tsx';
import { NoteField } from './note-field.tsx';
import { ReminderField } from './reminder-field.tsx';
import { SavedReplies } from './saved-replies.tsx';
import { StageChoice } from './stage-choice.tsx';
import { STAGE_LABELS } from '../stage-labels.ts';

/** An inquiry for its agent, the office's managers, or admins. Set `key` to its ID. */
export function OpenInquiry({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(inquiryQuery(id));
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : null;
  // Admins can only read other agents' inquiries. The agent and the managers of the agent's office can
  // edit them.
  const isReadOnly = ({ agent }: Inquiry) => can(user, 'inquiry:manage') && agent._id !== user?._id;
  if (data !== undefined && error?.status !== 404) {
    return isReadOnly(data) ? (
      <ReadOnlyInquiry inquiry={data} />
    ) : (
      <EditableInquiry inquiry={data} />
    );
  }
  if (error === null) return <ConversationSkeleton />;
  if (error.status === 404) {
    return (
      <EmptyState
        icon={<MessageCircleOff aria-hidden="true" className="size-7" strokeWidth={1.5} />}
        title="Inquiry not found"
      >
        It’s assigned to another agent, or it was deleted.
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

const frameClass =
  'grid grid-cols-1 gap-x-8 gap-y-6 rounded-md border border-line bg-surface p-4 sm:p-6 xl:grid-cols-[minmax(0,1fr)_17rem]';

function EditableInquiry({ inquiry }: { inquiry: Inquiry }) {
  useMarkReadWhenShown(inquiry);
  const messages = useRef<HTMLDivElement>(null);
  const { _id: id, name } = inquiry;
  return (
    <section aria-label={`Inquiry from ${name}`} className={frameClass}>
      <div className="min-w-0">
        <InquiryHeader inquiry={inquiry} />
        <div ref={messages} className="max-h-[32rem] overflow-y-auto py-5" tabIndex={-1}>
          <MessageList inquiry={inquiry} side="agent" />
        </div>
        <Composer
          inquiryId={id}
          label={`Reply to ${name}`}
          onSent={(hadFocus) => hadFocus && messages.current?.focus()}
          Tools={SavedReplies}
        />
      </div>
      <aside aria-label="Your notes" className="flex flex-col gap-5">
        <StageChoice id={id} stage={inquiry.stage ?? 'new'} />
        <ReminderField id={id} remindAt={inquiry.remindAt ?? null} />
        <NoteField key={id} id={id} note={inquiry.note ?? ''} />
        <Dates inquiry={inquiry} />
      </aside>
    </section>
  );
}

/** Another agent's inquiry, for admins. The server records each access in the inquiry. */
function ReadOnlyInquiry({ inquiry }: { inquiry: Inquiry }) {
  const { name, agent, stage = 'new', note = '' } = inquiry;
  return (
    <section aria-label={`Inquiry from ${name}`} className={frameClass}>
      <div className="min-w-0">
        <InquiryHeader inquiry={inquiry} />
        <div className="pt-5">
          <MessageList inquiry={inquiry} side="agent" />
        </div>
      </div>
      <aside aria-label="About this inquiry" className="flex flex-col gap-5">
        <dl className="grid gap-3 text-sm [overflow-wrap:anywhere]">
          <div>
            <dt className="font-semibold">Agent</dt>
            <dd>{agent.name}</dd>
          </div>
          <div>
            <dt className="font-semibold">Stage</dt>
            <dd>{STAGE_LABELS[stage]}</dd>
          </div>
          {note !== '' && (
            <div>
              <dt className="font-semibold">Note</dt>
              <dd className="whitespace-pre-line">{note}</dd>
            </div>
          )}
        </dl>
        <Dates inquiry={inquiry} />
      </aside>
    </section>
  );
}

function InquiryHeader({ inquiry }: { inquiry: Inquiry }) {
  const { name, email, phone, property } = inquiry;
  return (
    <header className="border-b border-line pb-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{name}</h2>
        <AssignButton inquiry={inquiry} />
      </div>
      <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-ink-soft">
        {email !== null && (
          <Link
            href={mailtoHref(email, `About ${property.title}`)}
            className="inline-flex touch-target min-h-6 items-center [overflow-wrap:anywhere] hover:underline"
          >
            {email}
          </Link>
        )}
        {phone !== null && (
          <Link
            href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
            className="inline-flex touch-target min-h-6 items-center hover:underline"
          >
            {phone}
          </Link>
        )}
      </p>
      <div className="mt-3">
        <HomeLine property={property} />
      </div>
    </header>
  );
}

function Dates({ inquiry: { createdAt, adminReads } }: { inquiry: Inquiry }) {
  return (
    <div className="text-sm text-ink-faint">
      <p>Asked {formatDateTime(createdAt)}</p>
      {adminReads?.map(({ date, name: admin }) => (
        <p key={date}>
          Read by {admin} (admin), {formatDateTime(date)}
        </p>
      ))}
    </div>
  );
}
