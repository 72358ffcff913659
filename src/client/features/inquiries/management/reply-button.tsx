import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Composer } from '../composer.tsx';

/** Opens a reply to an inquiry from another page. */
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
