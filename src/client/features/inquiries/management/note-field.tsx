import { useState } from 'react';
import { INQUIRY_LIMITS } from '#shared/limits.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { useChangeInquiry } from '../inquiry-queries.ts';

/** The agent's note, which the sender cannot see; saved on blur. */
export function NoteField({ id, note }: { id: string; note: string }) {
  /** Null until the user types, so that the field shows changes by others and does not revert them. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? note;
  const session = useSession();
  const hasOffice = session.status === 'signed-in' && session.user.office !== null;
  const readers = hasOffice
    ? 'Only the agent, the office’s managers, and admins can see this.'
    : 'Only you can see this.';
  const change = useChangeInquiry(id);
  const save = () => {
    if (text.trim() === change.withPending({ note }).note.trim()) setTyped(null);
    else
      change.mutate(
        { note: text },
        { onSuccess: () => setTyped((current) => (current === text ? null : current)) },
      );
  };
  return (
    <div>
      <Field
        label="Note"
        hint={change.isSuccess && text.trim() === note.trim() ? 'Saved' : readers}
        error={change.isError ? change.error.message : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={text}
            maxLength={INQUIRY_LIMITS.noteMax}
            data-key="n"
            onChange={(event) => setTyped(event.target.value)}
            onBlur={save}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur();
            }}
          />
        )}
      </Field>
    </div>
  );
}
