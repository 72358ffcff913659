import { useEffect } from 'react';
import type { Inquiry } from '#shared/schemas/inquiry.ts';
import { HomeLine } from './home-line.tsx';
import { Composer } from './composer.tsx';
import { useMarkInquiryRead } from './inquiry-queries.ts';
import { MessageList } from './message-list.tsx';

/** Marks an inquiry as read once it is on screen, and after each new message. */
export function useMarkReadWhenShown(inquiry: Inquiry, token?: string): void {
  const { mutate } = useMarkInquiryRead(inquiry._id, token);
  const { isRead } = inquiry;
  useEffect(() => {
    if (!isRead) mutate();
  }, [isRead, mutate]);
}

/** A conversation as its sender sees it. Set `key` to the inquiry's ID. */
export function Conversation({ inquiry, token }: { inquiry: Inquiry; token?: string }) {
  useMarkReadWhenShown(inquiry, token);
  return (
    <section aria-label={`Conversation about ${inquiry.property.title}`}>
      <div className="border-b border-line pb-4">
        <HomeLine property={inquiry.property} />
        <p className="mt-2 text-sm [overflow-wrap:anywhere] text-ink-soft">
          With {inquiry.agent.name}
        </p>
      </div>
      <div className="py-6">
        <MessageList inquiry={inquiry} side="sender" />
      </div>
      <Composer inquiryId={inquiry._id} token={token} label={`Write to ${inquiry.agent.name}`} />
    </section>
  );
}
