import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { MAX_OFFICE_ABOUT_LENGTH } from '#shared/limits.ts';
import type { Office } from '#shared/schemas/offices/office.ts';
import { pickChanged } from '../../../../forms/pick-changed.ts';
import { useApiMutation } from '../../../../api/use-api-mutation.ts';
import {
  ACCEPT_ATTRIBUTE,
  choosePicture,
  type ChosenPicture,
  validatePicture,
} from '../../../../forms/accepted-pictures.ts';
import { failureText } from '../../../../forms/failure-text.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { buttonClass } from '../../../../ui/actions/button-class.ts';
import { Field } from '../../../../ui/fields/field.tsx';
import { Input } from '../../../../ui/fields/input.tsx';
import { Textarea } from '../../../../ui/fields/textarea.tsx';
import { Banner } from '../../../../ui/notices/banner.tsx';
import { LoadError } from '../../../../ui/notices/load-error.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { Spinner } from '../../../../ui/waiting/spinner.tsx';
import { OfficeLogo } from '../../office-facts.tsx';
import { officeQuery } from '../../office-queries.ts';

const NAMES = ['name', 'phone', 'email', 'street', 'city', 'state', 'zipCode', 'about'] as const;
type Values = Record<(typeof NAMES)[number], string>;

export interface OfficeDialogProps {
  /** The office to edit; null for a new one. */
  slug: string | null;
  onSaved: (office: Office) => void;
  onClose: () => void;
}

/** Creates or edits an office (docs/product/offices.md, Dashboard). */
export function OfficeDialog({ slug, onSaved, onClose }: OfficeDialogProps) {
  // Always fetched so that the form starts with the current values.
  const office = useQuery({
    ...officeQuery(slug ?? ''),
    enabled: slug !== null,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog open onOpenChange={onClose} title={slug === null ? 'New Office' : 'Edit Office'}>
      {slug === null ? (
        <OfficeForm office={null} onSaved={onSaved} onClose={onClose} />
      ) : office.isError ? (
        <LoadError
          title="Could not load the office."
          isRetrying={office.isFetching}
          onRetry={() => void office.refetch()}
        >
          Please try again in a moment.
        </LoadError>
      ) : office.isPending ? (
        <Spinner className="min-h-60 justify-center" />
      ) : (
        <OfficeForm
          key={office.data._id}
          office={office.data}
          onSaved={onSaved}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface OfficeFormProps extends Omit<OfficeDialogProps, 'slug'> {
  office: Office | null;
}

function OfficeForm({ office, onSaved, onClose }: OfficeFormProps) {
  const queryClient = useQueryClient();
  const [loadedValues] = useState(() => toValues(office));
  const [values, setValues] = useState(loadedValues);
  const [logo, setLogo] = useState<ChosenPicture | null>(null);
  const [isLogoRemoved, setIsLogoRemoved] = useState(false);
  const save = useApiMutation(
    (api) => {
      const changes = office === null ? values : pickChanged(values, loadedValues);
      const form = toForm(changes, logo?.file, isLogoRemoved);
      return office === null
        ? api.call('POST /offices', { form })
        : api.call('PUT /offices/:id', { params: { id: office._id }, form });
    },
    {
      onSuccess: (saved) => {
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) => /^GET \/(offices|users)/.test(String(queryKey[0])),
        });
        onSaved(saved);
      },
    },
  );
  const errors = save.error?.fieldErrors ?? {};
  const textField = (name: keyof Values, label: string, type = 'text', className = '') => (
    <Field label={label} error={errors[name]} className={className}>
      {(control) => (
        <Input
          {...control}
          type={type}
          autoComplete="off"
          value={values[name]}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      )}
    </Field>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {textField('name', 'Name')}
      <LogoField
        office={isLogoRemoved ? null : office}
        newLogo={logo}
        error={errors['logo']}
        onChoose={setLogo}
        onRemove={() => {
          setLogo(null);
          setIsLogoRemoved(true);
        }}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {textField('phone', 'Phone', 'tel')}
        {textField('email', 'Email', 'email')}
      </div>
      {textField('street', 'Street')}
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
        {textField('city', 'City')}
        {textField('state', 'State')}
        {textField('zipCode', 'ZIP code')}
      </div>
      <Field label="About" error={errors['about']}>
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            maxLength={MAX_OFFICE_ABOUT_LENGTH}
            value={values.about}
            onChange={(event) => setValues({ ...values, about: event.target.value })}
          />
        )}
      </Field>
      {save.isError && Object.keys(errors).length === 0 && (
        <Banner tone="error">{failureText(save.error, 'The office could not be saved.')}</Banner>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          {office === null ? 'Create office' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}

interface LogoFieldProps {
  office: Office | null;
  newLogo: ChosenPicture | null;
  error: string | undefined;
  onChoose: (picture: ChosenPicture) => void;
  onRemove: () => void;
}

function LogoField({ office, newLogo, error, onChoose, onRemove }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  useEffect(() => () => void (newLogo !== null && URL.revokeObjectURL(newLogo.url)), [newLogo]);
  const shownUrl = newLogo?.url ?? office?.logo ?? null;
  const choose = (file: File | undefined) => {
    const newError = file === undefined ? null : validatePicture(file);
    setFileError(newError);
    if (file !== undefined && newError === null) onChoose(choosePicture(file));
    // Allow choosing the same file again after its removal.
    if (input.current !== null) input.current.value = '';
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <OfficeLogo logo={shownUrl} />
      <div>
        <div className="flex flex-wrap gap-2">
          <label
            className={buttonClass(
              'secondary',
              'sm',
              'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
            )}
          >
            {shownUrl === null ? 'Choose a logo' : 'Change logo'}
            <input
              ref={input}
              type="file"
              accept={ACCEPT_ATTRIBUTE}
              className="sr-only"
              onChange={(event) => choose(event.target.files?.[0])}
            />
          </label>
          {shownUrl !== null && (
            <Button variant="quiet" size="sm" onClick={onRemove}>
              Remove logo
            </Button>
          )}
        </div>
        <p role="alert" className="text-sm text-danger">
          {fileError ?? error}
        </p>
      </div>
    </div>
  );
}

function toValues(office: Office | null): Values {
  const entries = NAMES.map((name) => [name, office?.[name] ?? '']);
  return Object.fromEntries(entries) as Values;
}

function toForm(values: Partial<Values>, logo: File | undefined, isLogoRemoved: boolean): FormData {
  const form = new FormData();
  const isCleared = isLogoRemoved && logo === undefined;
  form.set('office', JSON.stringify({ ...values, ...(isCleared && { logo: null }) }));
  if (logo !== undefined) form.set('logo', logo);
  return form;
}
