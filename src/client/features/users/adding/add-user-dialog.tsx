import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { AdminRegisterForm, adminRegisterFormSchema } from '#shared/schemas/auth.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { applyFieldErrors } from '../../../forms/form-errors.ts';
import { schemaResolver } from '../../../forms/schema-resolver.ts';
import { Banner } from '../../../ui/notices/banner.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { useDeferredComponent } from '../../../ui/timing/use-deferred-component.ts';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { ROLE_OPTIONS, useRefreshUsers } from '../user-queries.ts';

const rules = schemaResolver<z.input<typeof adminRegisterFormSchema>, AdminRegisterForm>(
  async () => (await import('#shared/schemas/auth.ts')).adminRegisterFormSchema,
);

const loadPanel = async () => (await import('./invite-panel.tsx')).InvitePanel;

export interface AddUserDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Creates an account or invites a user by email (docs/product/dashboard.md, Manage Users). Closing
 * the dialog resets the form.
 */
export function AddUserDialog({ open, onOpenChange }: AddUserDialogProps) {
  const [isInviting, setIsInviting] = useState(false);
  const panel = useDeferredComponent(loadPanel, 'The invitation form');
  const change = (isOpen: boolean) => {
    setIsInviting(false);
    onOpenChange(isOpen);
  };
  const isInvitePanelShown = isInviting && panel.Component !== null;
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={isInvitePanelShown ? 'Invite by Email' : 'Register New User'}
    >
      {isInvitePanelShown && panel.Component !== null ? (
        <>
          <panel.Component />
          <p className="mt-5 border-t border-line pt-4">
            <Button variant="quiet" size="sm" onClick={() => setIsInviting(false)}>
              Register without an invitation
            </Button>
          </p>
        </>
      ) : (
        <>
          <div className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-sm bg-brand-wash px-4 py-3">
            <p>With an invitation, users choose their own password.</p>
            <Button
              size="sm"
              busy={panel.isLoading}
              onClick={() => void panel.fetch().then(setIsInviting)}
            >
              Invite by email
            </Button>
          </div>
          <RegisterUserForm onDone={() => change(false)} />
        </>
      )}
    </Dialog>
  );
}

/** The form that registers a user without an invitation. */
export function RegisterUserForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    resolver: rules.resolver,
    defaultValues: { name: '', email: '', password: '', role: 'user' as const },
  });
  const { errors } = form.formState;
  useEffect(() => rules.preload(), []);
  const refresh = useRefreshUsers();
  const register = useApiMutation(
    (api, values: AdminRegisterForm) => api.call('POST /auth/register', { json: values }),
    {
      onSuccess({ name }) {
        refresh({ includesListings: false });
        onDone();
        showToast({ tone: 'success', text: `${name} was registered.` });
      },
      onError: (error) => applyFieldErrors(error, form),
    },
  );
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((values) => register.mutate(values))(event)}
      className="grid gap-4"
    >
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...form.register('email')} type="email" autoComplete="off" />
        )}
      </Field>
      <Field
        label="Password"
        hint="Share it securely; they can change it later."
        error={errors.password?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('password')}
            type="password"
            autoComplete="new-password"
          />
        )}
      </Field>
      <Field label="Role" error={errors.role?.message}>
        {(control) => <Select {...control} {...form.register('role')} options={ROLE_OPTIONS} />}
      </Field>
      {register.isError && (
        <Banner tone="error">{failureText(register.error, 'An unexpected error occurred.')}</Banner>
      )}
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={register.isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={register.isPending} busyLabel="Registering...">
          Register User
        </Button>
      </div>
    </form>
  );
}
