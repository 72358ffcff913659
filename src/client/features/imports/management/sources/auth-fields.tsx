import type { DataSource } from '#shared/schemas/open/data-source.ts';
import { Field } from '../../../../ui/fields/field.tsx';
import { Input } from '../../../../ui/fields/input.tsx';
import { PasswordInput } from '../../../../ui/fields/password-input.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { AUTH_LABELS, optionsOf } from './source-text.ts';

type Kind = DataSource['auth']['kind'];

interface AuthFieldsProps {
  /** Null for a new source. */
  stored: DataSource['auth'] | null;
  kind: Kind;
  onKindChange: (kind: Kind) => void;
  errorOf: (field: string) => string | undefined;
}

/**
 * The credentials for a data source's server. The stored secret is never shown. An empty field does
 * not change it.
 */
export function AuthFields({ stored, kind, onKindChange, errorOf }: AuthFieldsProps) {
  const credentials = stored?.kind === 'client_credentials' ? stored : null;
  const secretHint = stored?.kind === kind ? { hint: 'Leave blank to keep the stored one.' } : {};
  return (
    <>
      <Field label="Access" error={errorOf('auth')}>
        {(control) => (
          <Select
            {...control}
            options={optionsOf(AUTH_LABELS)}
            value={kind}
            onChange={({ target }) =>
              onKindChange(target.value === 'bearer' ? 'bearer' : 'client_credentials')
            }
          />
        )}
      </Field>
      {kind === 'bearer' ? (
        <Field label="Token" error={errorOf('auth.token')} {...secretHint}>
          {(control) => <PasswordInput {...control} name="token" autoComplete="off" />}
        </Field>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Token URL" error={errorOf('auth.tokenUrl')} className="sm:col-span-2">
            {(control) => (
              <Input
                {...control}
                name="tokenUrl"
                inputMode="url"
                placeholder="https://"
                defaultValue={credentials?.tokenUrl}
              />
            )}
          </Field>
          <Field label="Client ID" error={errorOf('auth.clientId')}>
            {(control) => (
              <Input
                {...control}
                name="clientId"
                autoComplete="off"
                defaultValue={credentials?.clientId}
              />
            )}
          </Field>
          <Field label="Client secret" error={errorOf('auth.clientSecret')} {...secretHint}>
            {(control) => <PasswordInput {...control} name="clientSecret" autoComplete="off" />}
          </Field>
          <Field label="Scope" hint="Optional" error={errorOf('auth.scope')}>
            {(control) => (
              <Input
                {...control}
                name="scope"
                autoComplete="off"
                defaultValue={credentials?.scope ?? ''}
              />
            )}
          </Field>
        </div>
      )}
    </>
  );
}
