import { useIsMutating } from '@tanstack/react-query';
import { type ComponentType, useRef, useSyncExternalStore } from 'react';
import { INQUIRY_LIMITS } from '#shared/limits.ts';
import { failureText } from '../../forms/failure-text.ts';
import { useFailureToast } from '../../forms/use-failure-toast.ts';
import { withoutSent } from '../../forms/without-sent.ts';
import { Banner } from '../../ui/notices/banner.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { useSession } from '../../session/session-context.tsx';
import { composerDrafts, draftKey } from './composer-drafts.ts';
import { sendMessageKey, useSendMessage } from './inquiry-queries.ts';

export interface ComposerProps {
  inquiryId: string;
  token?: string | undefined;
  label: string;
  /**
   * Called after the entire text was sent. `hadFocus` means that the composer had focus, which the
   * callback can move. Without the callback, focus does not move.
   */
  onSent?: (hadFocus: boolean) => void;
  /** Rendered next to the button. Receives the current text and can replace it. */
  Tools?: ComponentType<{ text: string; onChoose: (text: string) => void }>;
}

/** A message form. Ctrl+Enter or Cmd+Enter sends the message. Set `key` to the inquiry's ID. */
export function Composer({ inquiryId, token, label, onSent, Tools }: ComposerProps) {
  const session = useSession();
  const key = draftKey(inquiryId, session.status === 'signed-in' ? session.user._id : undefined);
  const draft = () => composerDrafts.read(key);
  const text = useSyncExternalStore(composerDrafts.subscribe, draft, () => '');
  const textarea = useRef<HTMLTextAreaElement>(null);
  const change = (next: string) => composerDrafts.write(key, next);
  const showFailure = useFailureToast(
    'Your message could not be sent. Its text is still in the conversation.',
  );
  const message = useSendMessage(inquiryId, token, {
    onSent: (sent) => {
      const hadFocus = textarea.current?.form?.contains(document.activeElement) === true;
      const remaining = withoutSent(draft(), sent);
      change(remaining);
      if (remaining === '') onSent?.(hadFocus);
    },
    onFailed: () => {
      // After a sign-out, there is no text.
      if (draft() !== '') showFailure();
    },
  });
  // Includes a message sent before the user left and reopened the inquiry.
  const isSending = useIsMutating({ mutationKey: sendMessageKey(inquiryId) }) > 0;
  /** Inserts a saved reply, which the user reviews before sending. */
  const choose = (next: string) => {
    change(next);
    textarea.current?.focus();
  };
  const send = () => {
    if (text.trim() === '' || isSending) return;
    message.mutate(text);
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
            ref={textarea}
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
      {message.isError && (
        <Banner tone="error" className="mt-3">
          {failureText(message.error, 'Your message could not be sent.')}
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
