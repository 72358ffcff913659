import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { Composer } from '../composer.tsx';
import { inquiryQuery } from '../inquiry-queries.ts';

/** Opens a dialog to reply to an inquiry, for pages other than the inbox. */
export function ReplyButton(props: {
  inquiry: { _id: string; name: string; title: string };
  onDone: () => void;
}) {
  const { inquiry, onDone } = props;
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={`Reply to ${inquiry.name}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Reply
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Reply to ${inquiry.name}`}
        description={inquiry.title}
      >
        <LastQuestion inquiryId={inquiry._id} />
        <Composer
          key={inquiry._id}
          inquiryId={inquiry._id}
          label="Your message"
          onSent={() => {
            onDone();
            setIsOpen(false);
            showToast({ tone: 'success', text: 'Message sent.' });
            void queryClient.invalidateQueries({ queryKey: ['GET /agent/stats'] });
          }}
        />
      </Dialog>
    </>
  );
}

/** The sender's newest message. If it cannot be loaded, the user can still reply. */
function LastQuestion({ inquiryId }: { inquiryId: string }) {
  const { data, isPending } = useQuery(inquiryQuery(inquiryId));
  const text = data?.messages.findLast(({ from }) => from === 'sender')?.text;
  if (isPending) return <Skeleton className="mb-5 h-11" />;
  if (text === undefined) return null;
  return (
    <blockquote className="mb-5 rounded-md bg-sunken px-4 py-2.5 whitespace-pre-wrap [overflow-wrap:anywhere]">
      {text}
    </blockquote>
  );
}
