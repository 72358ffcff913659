import CircleCheck from 'lucide-react/icons/circle-check';
import { useLayoutEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { pagePaths } from '#shared/page-paths.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { applyFieldErrors } from '../../../forms/form-errors.ts';
import { NameAndEmail, PhoneField, Honeypot } from '../../../forms/person-fields.tsx';
import { useFailureToast } from '../../../forms/use-failure-toast.ts';
import { schemaResolver } from '../../../forms/schema-resolver.ts';
import { readInquiryToken } from '../../../session/inquiry-tokens.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { type AskDraft, finishDraft, storeDraft, readDraft } from './ask-draft.ts';

const rules = schemaResolver(
  async () => (await import('#shared/schemas/inquiry.ts')).inquiryFormSchema,
);

/** Returns the draft in the form, without its hidden fields. */
const draftOf = ({
  name,
  email,
  phone = '',
  message,
}: Omit<AskDraft, 'phone'> & { phone?: string | undefined }) => ({
  name,
  email,
  phone,
  message,
});

/** Returns the message before the user edits it. Some homes hide their address. */
const defaultMessage = ({ address, title }: Property) =>
  `I'm interested in ${address === 'Address withheld' ? title : address}.`;

interface AskFormProps {
  property: Property;
  close: () => void;
}

/** The form to ask about a home, and its confirmation. */
export function AskForm({ property, close }: AskFormProps) {
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : null;
  const draft = readDraft(property._id, defaultMessage(property));
  const form = useForm({
    resolver: rules.resolver,
    defaultValues: { ...draft, ...(user === null ? {} : { name: user.name, email: user.email }) },
  });
  const { errors } = form.formState;
  const honeypot = useRef<HTMLInputElement>(null);
  const showFailure = useFailureToast('Your question could not be sent.');
  const sendQuestion = useApiMutation(
    (api, values: AskDraft & { website: string }) => {
      const token = user === null ? readInquiryToken(property._id, values.email) : undefined;
      return api.call('POST /properties/:id/inquiries', {
        params: { id: property._id },
        json: { ...values, ...(token === undefined ? {} : { token }) },
      });
    },
    {
      onSuccess: ({ token }, { email }) =>
        finishDraft(property._id, { email, token, isSignedIn: user !== null }),
      onError: (error) => {
        showFailure();
        applyFieldErrors(error, form);
      },
    },
  );

  if (sendQuestion.isSuccess) {
    const { _id: id, token } = sendQuestion.data;
    const href = user === null ? pagePaths.inquiry({ id, token }) : pagePaths.inquiries({ id });
    return (
      <QuestionSent
        agentName={property.agent.name}
        href={href}
        isSignedIn={user !== null}
        close={close}
      />
    );
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onFocusCapture={rules.preload}
      onChange={() => storeDraft(property._id, draftOf(form.getValues()))}
      onSubmit={(event) =>
        void form.handleSubmit(() =>
          sendQuestion.mutate({
            ...draftOf(form.getValues()),
            website: honeypot.current?.value ?? '',
          }),
        )(event)
      }
    >
      {user === null && <NameAndEmail form={form} gap="gap-4" />}
      <PhoneField form={form} />
      <Field label="Your question" error={errors.message?.message}>
        {(control) => (
          <Textarea
            {...control}
            {...form.register('message')}
            rows={4}
            placeholder="What would you like to know?"
          />
        )}
      </Field>
      <Honeypot ref={honeypot} />
      {sendQuestion.isError && (
        <Banner tone="error">
          {failureText(sendQuestion.error, 'Your question could not be sent.')}
        </Banner>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-72 text-sm text-ink-faint">
          We’ll share your question and contact info with {property.agent.name}.
        </p>
        <Button type="submit" busy={sendQuestion.isPending} busyLabel="Sending...">
          Send question
        </Button>
      </div>
    </form>
  );
}

function QuestionSent(props: {
  agentName: string;
  href: string;
  isSignedIn: boolean;
  close: () => void;
}) {
  const { agentName, href, isSignedIn, close } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had focus was replaced. A layout effect runs before the dialog takes focus in
  // the next frame.
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div className="appear">
      <CircleCheck aria-hidden="true" className="size-9 text-brand" strokeWidth={1.5} />
      <h2 ref={heading} tabIndex={-1} className="display mt-3 text-xl outline-none">
        Question sent
      </h2>
      <p className="mt-2 text-ink-soft">
        {agentName} will reply here and by email.
        {!isSignedIn && ' We also emailed you a link to this conversation.'}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <LinkButton href={href}>Open the conversation</LinkButton>
        <Button variant="secondary" onClick={close}>
          Close
        </Button>
      </div>
    </div>
  );
}
