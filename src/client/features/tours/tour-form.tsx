import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { formatAppointment } from '#shared/format/time-spans.ts';
import type { TourSlot, TourVisitorForm } from '#shared/schemas/tours/tour.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { applyFieldErrors } from '../../forms/form-errors.ts';
import { NameAndEmail, PhoneField, Honeypot } from '../../forms/person-fields.tsx';
import { useFailureToast } from '../../forms/use-failure-toast.ts';
import { schemaResolver } from '../../forms/schema-resolver.ts';
import { readInquiryToken } from '../../session/inquiry-tokens.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { Banner } from '../../ui/notices/banner.tsx';
import { finishTourDraft, readTourDraft, saveTourDraft } from './tour-draft.ts';

/** A tour that was just booked or requested. */
export interface BookedTour {
  id: string;
  status: 'booked' | 'requested';
  token: string;
  /** The formatted date and time. */
  when: string;
}

const rules = schemaResolver(
  async () => (await import('#shared/schemas/tours/tour.ts')).tourVisitorFormSchema,
);

interface TourFormProps {
  propertyId: string;
  slot: TourSlot;
  timeZone: string;
  label: string;
  onBooked: (tour: BookedTour) => void;
  /** Called if the time is no longer available. */
  onUnavailable: () => void;
}

/** The form for contact details and a message. Signed-in users enter no name and email. */
export function TourForm(props: TourFormProps) {
  const { propertyId, slot, timeZone, label, onBooked, onUnavailable } = props;
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : null;
  const form = useForm<TourVisitorForm>({
    resolver: rules.resolver,
    defaultValues: readTourDraft(),
    // A signed-in user has no fields for name and email, so fill them in from the account.
    ...(user === null
      ? {}
      : { values: { ...readTourDraft(), name: user.name, email: user.email } }),
  });
  const honeypot = useRef<HTMLInputElement>(null);
  const { errors } = form.formState;
  const showFailure = useFailureToast('Your tour could not be booked.');
  const book = useApiMutation(
    (api, values: TourVisitorForm & TourSlot & { website: string }) => {
      const { end: _end, ...json } = values;
      return api.call('POST /properties/:id/tours', {
        params: { id: propertyId },
        // Continues the visitor's earlier conversation.
        json: {
          ...json,
          token: user === null ? readInquiryToken(propertyId, json.email) : undefined,
        },
      });
    },
    {
      onSuccess: ({ _id, status, token }, { start, end }) => {
        finishTourDraft();
        onBooked({ id: _id, status, token, when: formatAppointment(start, end, timeZone) });
      },
      onError: (error) => {
        showFailure();
        applyFieldErrors(error, form);
        if (error.status === 409) onUnavailable();
      },
    },
  );
  return (
    <form
      noValidate
      onFocusCapture={rules.preload}
      onChange={() => saveTourDraft(form.getValues())}
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          book.mutate({ ...values, ...slot, website: honeypot.current?.value ?? '' });
        })(event)
      }
      className="grid grid-cols-1 gap-4"
    >
      {user === null && <NameAndEmail form={form} gap="gap-4" />}
      <PhoneField form={form} />
      <Field label="Message (optional)" error={errors.message?.message}>
        {(control) => <Textarea {...control} {...form.register('message')} rows={2} />}
      </Field>
      <Honeypot ref={honeypot} />
      {book.isError && (
        <Banner tone="error">{failureText(book.error, 'The tour could not be booked.')}</Banner>
      )}
      <Button type="submit" busy={book.isPending} busyLabel="Sending..." className="w-full">
        {label}
      </Button>
    </form>
  );
}
