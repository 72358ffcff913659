import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { MAX_FAVORITE_NOTE_LENGTH } from '#shared/limits.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { useFailureToast } from '../../forms/use-failure-toast.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { Banner } from '../../ui/notices/banner.tsx';

/** The user's private note about a saved home. */
export function SavedNote({ id, note }: { id: string; note: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  const textId = useId();
  if (isOpen) return <NoteForm id={id} note={note} close={() => setIsOpen(false)} />;
  return (
    <div className="mt-3 flex items-start justify-between gap-3 rounded-sm bg-sunken px-3 py-1.5 text-sm">
      <p id={textId} className="min-w-0 py-1.5 whitespace-pre-line [overflow-wrap:anywhere]">
        {note ?? <span className="text-ink-soft">No note</span>}
      </p>
      <Button
        variant="quiet"
        size="sm"
        className="shrink-0"
        aria-describedby={textId}
        onClick={() => setIsOpen(true)}
      >
        {note === null ? 'Add note' : 'Edit note'}
      </Button>
    </div>
  );
}

function NoteForm({ id, note, close }: { id: string; note: string | null; close: () => void }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState(note ?? '');
  const latest = useRef(text);
  const save = useApiMutation(
    (api, next: string) => api.call('PUT /favorites/:id', { params: { id }, json: { note: next } }),
    {
      onSuccess: async (_, saved) => {
        await queryClient.invalidateQueries({ queryKey: ['GET /favorites'] });
        // Text typed while the note was being saved stays in the form.
        if (latest.current === saved) close();
      },
      onError: useFailureToast('The note could not be saved.'),
    },
  );
  function submit(event: SubmitEvent) {
    event.preventDefault();
    save.mutate(text);
  }
  return (
    <form className="mt-3" onSubmit={submit}>
      {save.isError && (
        <Banner tone="error" className="mb-3">
          {failureText(save.error, 'The note could not be saved.')}
        </Banner>
      )}
      <Field label="Note">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={MAX_FAVORITE_NOTE_LENGTH}
            value={text}
            // The user pressed the button to write.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onChange={(event) => {
              latest.current = event.target.value;
              setText(event.target.value);
            }}
          />
        )}
      </Field>
      <div className="mt-2 flex gap-2">
        <Button type="submit" size="sm" busy={save.isPending} busyLabel="Saving...">
          Save note
        </Button>
        <Button variant="quiet" size="sm" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
