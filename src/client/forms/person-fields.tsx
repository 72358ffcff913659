/** Fields shared by the forms for visitors, such as the contact form. */

import type { Ref } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/fields/field.tsx';
import { Input } from '../ui/fields/input.tsx';

interface FieldsOf<Name extends string> {
  /** The form's `register` function and its errors. */
  form: {
    register: (name: Name) => UseFormRegisterReturn;
    formState: { errors: { [N in Name]?: { message?: string | undefined } | undefined } };
  };
}

/** Name and email, side by side on wide screens; `gap` is a class. */
export function NameAndEmail({ form, gap }: FieldsOf<'name' | 'email'> & { gap: string }) {
  const { errors } = form.formState;
  return (
    <div className={`grid ${gap} sm:grid-cols-2`}>
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="name" />}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...form.register('email')} type="email" autoComplete="email" />
        )}
      </Field>
    </div>
  );
}

/** An optional phone number. */
export function PhoneField({ form }: FieldsOf<'phone'>) {
  return (
    <Field label="Phone (optional)" error={form.formState.errors.phone?.message}>
      {(control) => (
        <Input {...control} {...form.register('phone')} type="tel" autoComplete="tel" />
      )}
    </Field>
  );
}

/** A field that is hidden from all users, including those of screen readers: only bots fill it in. */
export function Honeypot({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div hidden>
      <label>
        Website
        <input ref={ref} name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
