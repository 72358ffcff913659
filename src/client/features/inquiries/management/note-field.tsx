import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { INQUIRY_LIMITS } from '#shared/limits.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { composerDrafts, noteDraftKey } from '../composer-drafts.ts';
import { useChangeInquiry } from '../inquiry-queries.ts';

/**
 * The agent's note, which the sender cannot see. Saved on blur and when the field is removed. Unsaved
 * text remains in this tab as a draft.
 */
export function NoteField({ id, note }: { id: string; note: string }) {
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const key = noteDraftKey(id, user?._id);
  /** Undefined until the user types, so that the field shows changes by others and does not revert them. */
  const typed = useSyncExternalStore(
    composerDrafts.subscribe,
    () => composerDrafts.find(key),
    () => undefined,
  );
  const text = typed ?? note;
  const readers =
    user !== undefined && user.office !== null
      ? 'Only the agent, the office’s managers, and admins can see this.'
      : 'Only you can see this.';
  const change = useChangeInquiry(id, (changed) => {
    if (composerDrafts.find(key) === changed.note) composerDrafts.remove(key);
  });
  const save = () => {
    if (text.trim() !== change.withPending({ note }).note.trim()) change.mutate({ note: text });
    else if (!change.isPending) composerDrafts.remove(key);
  };
  const saveTyped = useEffectEvent(() => {
    // After a sign-out, there is no draft.
    if (composerDrafts.find(key) !== undefined) save();
  });
  // A focused field that is removed gets no blur event.
  useEffect(() => () => saveTyped(), []);
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
            onChange={(event) => composerDrafts.write(key, event.target.value)}
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
