import { useIsMutating } from '@tanstack/react-query';
import { type ComponentType, useRef, useSyncExternalStore } from 'react';
import { INQUIRY_LIMITS } from '#shared/limits.ts';
import { failureText } from '../../forms/failure-text.ts';
import { Banner } from '../../ui/notices/banner.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { useSession } from '../../session/session-context.tsx';
import { composerDrafts, draftKey } from './composer-drafts.ts';
import { answerKey, useAnswer } from './inquiry-queries.ts';

export interface ComposerProps {
  inquiryId: string;
  token?: string | undefined;
  label: string;
  /**
   * Moves the focus after a message was sent with focus in the composer; otherwise it stays in the
   * box.
   */
  onSent?: () => void;
  /** Rendered next to the button. Gets the current text, and replaces it. */
  Tools?: ComponentType<{ text: string; onChoose: (text: string) => void }>;
}

/** Returns the text typed after the sent message; the whole draft if its beginning was edited. */
const withoutSent = (draft: string, sent: string) =>
  draft.startsWith(sent) ? draft.slice(sent.length) : draft;

/** Writes a message; Ctrl or Cmd with Enter sends it. Use the inquiry as key. */
export function Composer({ inquiryId, token, label, onSent, Tools }: ComposerProps) {
  const session = useSession();
  const key = draftKey(inquiryId, session.status === 'signed-in' ? session.user._id : undefined);
  const draft = () => composerDrafts.read(key);
  const text = useSyncExternalStore(composerDrafts.subscribe, draft, () => '');
  const box = useRef<HTMLTextAreaElement>(null);
  const change = (next: string) => composerDrafts.write(key, next);
  const answer = useAnswer(inquiryId, token, (sent) => {
    const hasFocus = box.current?.form?.contains(document.activeElement) === true;
    const rest = withoutSent(draft(), sent);
    change(rest);
    if (hasFocus && rest === '') onSent?.();
  });
  // Also messages sent before switching to another inquiry.
  const isSending = useIsMutating({ mutationKey: answerKey(inquiryId) }) > 0;
  /** The user reviews a saved reply before sending it. */
  const choose = (next: string) => {
    change(next);
    box.current?.focus();
  };
  const send = () => {
    if (text.trim() === '' || isSending) return;
    answer.mutate(text);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field label={label}>
        {(control) => (
          <Textarea
            {...control}
            ref={box}
            rows={3}
            value={text}
            maxLength={INQUIRY_LIMITS.messageMax}
            data-key="r"
            onChange={(event) => change(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                send();
              }
              if (event.key === 'Escape') event.currentTarget.blur();
            }}
          />
        )}
      </Field>
      {answer.isError && (
        <Banner tone="error" className="mt-3">
          {failureText(answer.error, 'Your message could not be sent.')}
        </Banner>
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <div className="flex items-center gap-1">
          {Tools !== undefined && <Tools text={text} onChoose={choose} />}
        </div>
        <Button
          type="submit"
          aria-disabled={text.trim() === ''}
          busy={isSending}
          busyLabel="Sending..."
          title="Ctrl + Enter"
        >
          Send
        </Button>
      </div>
    </form>
  );
}
