import { useState } from 'react';
import type { Property } from '#shared/schemas/properties/property.ts';
import { REPORT_REASONS, type ReportReason } from '#shared/schemas/report-reasons.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { Banner } from '../../ui/notices/banner.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

export interface ReportDialogProps {
  property: Property;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const REASON_OPTIONS = Object.entries(REPORT_REASONS).map(([value, label]) => ({ value, label }));
const isReason = (text: string): text is ReportReason => text in REPORT_REASONS;

const EMPTY_FORM = { reason: '', text: '', email: '' };

/** The form for reporting a listing to the admins. */
export function ReportDialog({ property, open, onOpenChange }: ReportDialogProps) {
  const [values, setValues] = useState(EMPTY_FORM);
  const { reason, text, email } = values;
  const report = useApiMutation((api, json: typeof EMPTY_FORM) =>
    api.call('POST /properties/:id/reports', {
      params: { id: property._id },
      json: { ...json, reason: isReason(json.reason) ? json.reason : 'other' },
    }),
  );
  const set = (changed: Partial<typeof EMPTY_FORM>) => setValues({ ...values, ...changed });
  const fieldErrors: Record<string, string | undefined> = report.error?.fieldErrors ?? {};
  if (report.isSuccess) {
    return (
      <Dialog
        title="Thank you"
        description="An admin will review this listing."
        open={open}
        onOpenChange={onOpenChange}
        actions={<Button onClick={() => onOpenChange(false)}>Close</Button>}
      />
    );
  }
  return (
    <Dialog
      title="Report this listing"
      description={property.title}
      open={open}
      onOpenChange={onOpenChange}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason !== '') report.mutate(values);
        }}
      >
        <Field label="What’s wrong with this listing?" error={fieldErrors['reason']}>
          {(control) => (
            <Select
              {...control}
              value={reason}
              options={[{ value: '', label: 'Please choose' }, ...REASON_OPTIONS]}
              onChange={(event) => set({ reason: event.target.value })}
            />
          )}
        </Field>
        <Field label="Details (optional)" error={fieldErrors['text']}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={1_000}
              value={text}
              onChange={(event) => set({ text: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Your email (optional)"
          hint="In case we have questions."
          error={fieldErrors['email']}
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="email"
              value={email}
              onChange={(event) => set({ email: event.target.value })}
            />
          )}
        </Field>
        {report.isError && (
          <Banner tone="error">{failureText(report.error, 'The report could not be sent.')}</Banner>
        )}
        <div className="flex justify-end">
          <Button
            type="submit"
            disabled={reason === ''}
            busy={report.isPending}
            busyLabel="Sending..."
          >
            Send report
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
