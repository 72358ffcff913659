import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import type { ContactForm as ContactFormValues } from '#shared/schemas/contact-message.ts';
import { failureText } from '../../forms/failure-text.ts';
import { applyFieldErrors } from '../../forms/form-errors.ts';
import { NameAndEmail } from '../../forms/person-fields.tsx';
import { useFailureToast } from '../../forms/use-failure-toast.ts';
import { schemaResolver } from '../../forms/schema-resolver.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { Banner } from '../../ui/notices/banner.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';

const rules = schemaResolver(
  async () => (await import('#shared/schemas/contact-message.ts')).contactFormSchema,
);

const EMPTY_FORM: ContactFormValues = { name: '', email: '', subject: '', message: '' };

/**
 * The contact form. After the message is sent, a confirmation replaces the form
 * (docs/product/messages.md, Contact form).
 */
export function ContactForm() {
  const form = useForm({ resolver: rules.resolver, defaultValues: EMPTY_FORM });
  const { errors } = form.formState;
  const showFailure = useFailureToast('Your message could not be sent.');
  const send = useApiMutation(
    (api, values: ContactFormValues) => api.call('POST /contact', { json: values }),
    {
      onSuccess: () => form.reset(EMPTY_FORM),
      onError: (error) => {
        showFailure();
        applyFieldErrors(error, form);
      },
    },
  );

  if (send.isSuccess) return <MessageSent onSendAnother={send.reset} />;
  return (
    <form
      noValidate
      onFocusCapture={rules.preload}
      onSubmit={(event) => void form.handleSubmit((values) => send.mutate(values))(event)}
      className="needs-js grid gap-5"
    >
      <NameAndEmail form={form} gap="gap-5" />
      <Field label="Subject" error={errors.subject?.message}>
        {(control) => <Input {...control} {...form.register('subject')} />}
      </Field>
      <Field label="Message" error={errors.message?.message}>
        {(control) => <Textarea {...control} {...form.register('message')} rows={4} />}
      </Field>
      {send.isError && (
        <Banner tone="error">{failureText(send.error, 'An error occurred.')}</Banner>
      )}
      <div>
        <Button
          type="submit"
          busy={send.isPending}
          busyLabel="Sending..."
          className="max-sm:w-full"
        >
          Send Message
        </Button>
      </div>
    </form>
  );
}

function MessageSent({ onSendAnother }: { onSendAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused form was replaced.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="appear py-6">
      <CircleCheck aria-hidden="true" className="size-9 text-brand" strokeWidth={1.5} />
      <h2 ref={heading} tabIndex={-1} className="display mt-4 text-xl outline-none">
        Message Sent!
      </h2>
      <p className="mt-2 text-ink-soft">
        Thank you for reaching out. We'll get back to you as soon as possible.
      </p>
      <Button variant="secondary" size="sm" className="mt-6" onClick={onSendAnother}>
        Write another message
      </Button>
    </div>
  );
}
