import { useState, type SubmitEvent } from 'react';
import { MAX_SHORTLIST_NAME_LENGTH } from '#shared/limits.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Banner } from '../../ui/notices/banner.tsx';

export interface ShortlistNameFormProps {
  label: string;
  /** The initial value. */
  name?: string;
  submitLabel: string;
  busy: boolean;
  /** The error of the last submission. */
  error?: string | undefined;
  /** Receives the trimmed name, which is not empty. */
  onSubmit: (name: string) => void;
  onCancel?: () => void;
}

/** The form for the name of a new or renamed shortlist. */
export function ShortlistNameForm(props: ShortlistNameFormProps) {
  const [name, setName] = useState(props.name ?? '');
  const [isMissing, setIsMissing] = useState(false);
  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsMissing(name.trim() === '');
    if (name.trim() !== '') props.onSubmit(name.trim());
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
      {props.error !== undefined && (
        <Banner tone="error" className="w-full">
          {props.error}
        </Banner>
      )}
      <Field
        label={props.label}
        error={isMissing ? 'Give the shortlist a name.' : undefined}
        className="min-w-52 flex-1"
      >
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="off"
            maxLength={MAX_SHORTLIST_NAME_LENGTH}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2 pt-[1.65rem]">
        <Button type="submit" busy={props.busy}>
          {props.submitLabel}
        </Button>
        {props.onCancel !== undefined && (
          <Button variant="quiet" onClick={props.onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
