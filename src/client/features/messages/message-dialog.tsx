import Reply from 'lucide-react/icons/reply';
import type { ReactNode } from 'react';
import { formatDateTime } from '#shared/format/dates.ts';
import { mailtoHref } from '#shared/format/mailto.ts';
import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Dialog, DialogClose } from '../../ui/overlays/dialog.tsx';
import { Link } from '../../ui/actions/link.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import type { DialogTarget } from '../../data-list/dialog-target.ts';

/** One message in full (docs/product/dashboard.md, Messages). */
export function MessageDialog(props: {
  target: DialogTarget<ContactMessage>;
  /** Marks the message as unread again. */
  onUnread: (message: ContactMessage) => void;
}) {
  const { target, onUnread } = props;
  const message = target.subject;
  if (message === null) return null;
  return (
    <Dialog
      open={target.isOpen}
      onOpenChange={target.close}
      returnFocusTo={target.returnFocusTo}
      title={`Message from: ${message.name}`}
      width="lg"
      actions={
        <>
          <DialogClose
            render={
              <Button
                variant="quiet"
                className="sm:mr-auto sm:-ml-5"
                onClick={() => onUnread(message)}
              >
                Mark as unread
              </Button>
            }
          />
          <DialogClose render={<Button variant="secondary">Close</Button>} />
          <LinkButton href={replyHref(message)}>
            <Reply aria-hidden="true" className="size-4" />
            Reply
          </LinkButton>
        </>
      }
    >
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        <Entry term="Email">
          <Link
            href={mailtoHref(message.email)}
            className="touch-target inline-flex items-center text-brand underline decoration-brand/40 underline-offset-4 hover:decoration-current"
          >
            {message.email}
          </Link>
        </Entry>
        <Entry term="Subject">
          <span className="font-semibold">{message.subject}</span>
        </Entry>
        <Entry term="Received">
          <time dateTime={message.createdAt} className="figures">
            {formatDateTime(message.createdAt)}
          </time>
        </Entry>
        <Entry term="Message">
          {/* Focusable so that the keyboard can scroll it. */}
          <section
            aria-label="Message"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="measure max-h-[50dvh] overflow-y-auto whitespace-pre-wrap"
          >
            {message.message}
          </section>
        </Entry>
      </dl>
    </Dialog>
  );
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 sm:col-span-2 sm:grid-cols-subgrid">
      <dt className="text-sm leading-[1.625rem] text-ink-faint">{term}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** Returns a mailto link for a reply. */
export function replyHref({ email, subject }: Pick<ContactMessage, 'email' | 'subject'>): string {
  const replySubject = /^re:/i.test(subject) ? subject : `Re: ${subject}`;
  return mailtoHref(email, replySubject);
}
