import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { PROFILE_BANNER_MS } from '#shared/limits.ts';
import type { ProfileForm } from '#shared/schemas/user.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { applyFieldErrors } from '../../forms/form-errors.ts';
import { pickChanged } from '../../forms/pick-changed.ts';
import type { ChosenPicture } from '../../forms/accepted-pictures.ts';
import { useTemporaryNotice } from '../../forms/use-temporary-notice.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { useSession } from '../../session/session-context.tsx';
import type { SessionUser } from '../../session/session-store.ts';
import { AvatarField } from './avatar-field.tsx';
import { FormNotice } from './form-notice.tsx';

/**
 * A form for the picture, name, and email address and, for agents and admins, the license and phone
 * number. The server validates it (docs/product/accounts.md, Profile).
 */
export function ProfileInformationForm({ user }: { user: SessionUser }) {
  const { updateUser } = useSession();
  const queryClient = useQueryClient();
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [notice, show] = useTemporaryNotice(PROFILE_BANNER_MS);
  const form = useForm<ProfileValues>({
    values: toValues(user),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, dirtyFields } = form.formState;
  const changedNames = useRef(new Set<string>());

  const save = useApiMutation(
    (api, { values, avatar }: { values: ProfileValues; avatar: ChosenPicture | null }) => {
      // Sending unchanged values would revert changes made on other devices. A field that is changed
      // back stays in the set because it may have been saved in the meantime.
      for (const name in dirtyFields) changedNames.current.add(name);
      const data = new FormData();
      for (const name of changedNames.current) data.set(name, values[name as keyof ProfileValues]);
      if (avatar !== null) data.set('avatar', avatar.file);
      return api.call('PUT /users/profile', { form: data });
    },
    {
      onMutate: () => show(null),
      onSuccess: (saved, sent) => {
        const typedSince = Object.entries(pickChanged(form.getValues(), sent.values));
        changedNames.current.clear();
        // `resetOptions` would otherwise keep the saved fields dirty, and the next save would send them again.
        form.reset(toValues(saved), { keepDirtyValues: false });
        for (const [name, value] of typedSince)
          form.setValue(name as keyof ProfileValues, value, { shouldDirty: true });
        updateUser(saved);
        setPicture((current) => (current === sent.avatar ? null : current));
        // Listings and the directory show the agent's name and picture.
        queryClient.removeQueries({ type: 'inactive' });
        void queryClient.invalidateQueries();
        show({ tone: 'success', text: 'Profile updated successfully!' });
      },
      onError: (error) => {
        applyFieldErrors(error, form);
        show({ tone: 'error', text: failureText(error, 'Failed to update profile.') });
      },
    },
  );

  return (
    <form
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit((values) => save.mutate({ values, avatar: picture }))(event)
      }
      className="grid gap-5"
    >
      <AvatarField
        name={user.name}
        current={user.avatar}
        newPicture={picture}
        onChoose={setPicture}
        error={save.error?.fieldErrors['avatar']}
      />
      <Field label="Full Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="name" />}
      </Field>
      <Field label="Email Address" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('email')}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      {user.role !== 'user' && (
        <>
          <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
            <Field label="License number" error={errors.licenseNumber?.message}>
              {(control) => (
                <Input {...control} {...form.register('licenseNumber')} autoComplete="off" />
              )}
            </Field>
            <Field label="License state" error={errors.licenseState?.message}>
              {(control) => (
                <Input
                  {...control}
                  {...form.register('licenseState')}
                  maxLength={2}
                  autoCapitalize="characters"
                  autoComplete="off"
                />
              )}
            </Field>
          </div>
          <Field
            label="Phone"
            hint="Visitors see it on your listings. Optional."
            error={errors.phone?.message}
          >
            {(control) => (
              <Input {...control} {...form.register('phone')} type="tel" autoComplete="tel" />
            )}
          </Field>
        </>
      )}
      <FormNotice notice={notice}>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Save Changes
        </Button>
      </FormNotice>
    </form>
  );
}

type ProfileValues = Record<keyof ProfileForm, string>;

function toValues({ name, email, licenseNumber, licenseState, phone }: SessionUser): ProfileValues {
  return {
    name,
    email,
    licenseNumber: licenseNumber ?? '',
    licenseState: licenseState ?? '',
    phone: phone ?? '',
  };
}
