import { formatDateTime } from '#shared/format/dates.ts';
import type { Inquiry, InquiryMessage } from '#shared/schemas/inquiry.ts';
import { useSession } from '../../session/session-context.tsx';
import { cx } from '../../ui/class-names.ts';

/**
 * The messages, oldest first, scrolled to the newest.
 *
 * @param props.side the side aligned to the right
 */
export function MessageList({ inquiry, side }: { inquiry: Inquiry; side: 'agent' | 'sender' }) {
  const { messages } = inquiry;
  const newest = messages.at(-1)?._id;
  const session = useSession();
  const ownName = session.status === 'signed-in' ? session.user.name : null;
  // On the agent's side, an office manager can also write.
  const isOwn = ({ from, name }: InquiryMessage) =>
    from === side && (side === 'sender' || name === ownName);
  return (
    <ol aria-label="Messages" aria-live="polite" className="flex flex-col gap-4">
      {messages.map((message) => {
        const { _id, from, name, text, createdAt } = message;
        return (
          <li
            key={_id}
            ref={_id === newest ? scrollIntoList : null}
            className={cx('flex flex-col', from === side ? 'items-end pl-8' : 'items-start pr-8')}
          >
            <p
              className={cx(
                'max-w-[38rem] rounded-md px-4 py-2.5 whitespace-pre-wrap [overflow-wrap:anywhere]',
                from === side ? 'bg-brand-wash' : 'bg-sunken',
              )}
            >
              {text}
            </p>
            <p className="mt-1 max-w-full px-1 text-sm [overflow-wrap:anywhere] text-ink-faint">
              {isOwn(message) ? 'You' : name} ·{' '}
              <time dateTime={createdAt} className="figures">
                {formatDateTime(createdAt)}
              </time>
            </p>
          </li>
        );
      })}
      {messages.length === 0 && <li className="text-ink-soft">No messages yet.</li>}
    </ol>
  );
}

function scrollIntoList(message: HTMLElement | null): void {
  message?.scrollIntoView({ block: 'nearest' });
}
