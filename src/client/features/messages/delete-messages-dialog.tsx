import { useQueryClient } from '@tanstack/react-query';
import { countOf } from '#shared/format/numbers.ts';
import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import { DeleteDialog, type DeleteDialogProps } from '../../data-list/bulk/delete-dialog.tsx';
import { refreshMessages } from './message-queries.ts';

/** Asks for confirmation before deleting messages (docs/product/dashboard.md, Messages). */
export function DeleteMessagesDialog(
  props: Pick<DeleteDialogProps<ContactMessage>, 'target' | 'selection' | 'report'>,
) {
  const queryClient = useQueryClient();
  return (
    <DeleteDialog
      {...props}
      title="Delete Message"
      question={(count) =>
        `Are you sure you want to delete ${count === null ? 'this message' : `these ${count} messages`}? This action is permanent.`
      }
      describe={({ subject, name }) => ({ name: subject, detail: `from ${name}` })}
      deleteOne={(api, id) => api.call('DELETE /contact/:id', { params: { id } })}
      deleteMany={(api, ids) => api.call('POST /contact/bulk', { json: { ids, action: 'delete' } })}
      successText={({ length }) =>
        length === 1 ? 'The message was deleted.' : `${countOf(length, 'message')} were deleted.`
      }
      onSettled={() => refreshMessages(queryClient)}
    />
  );
}
