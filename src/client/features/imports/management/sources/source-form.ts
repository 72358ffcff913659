import type { DataSource } from '#shared/schemas/open/data-source.ts';
import type { NewSource, SourceChanges } from './source-queries.ts';

/**
 * Converts the form to the request body for a new source or for changes. `changes` omits an empty
 * secret to keep the stored one.
 */
export function readSourceForm(
  form: FormData,
  { authKind, agentId }: { authKind: DataSource['auth']['kind']; agentId: string },
): { newSource: NewSource; changes: SourceChanges } {
  const textOf = (field: string) => String(form.get(field) ?? '').trim();
  const common = {
    name: textOf('name'),
    baseUrl: textOf('baseUrl'),
    filter: textOf('filter'),
    defaultAgentId: agentId,
    agentBy: textOf('agentBy') as DataSource['agentBy'],
    mediaPolicy: textOf('mediaPolicy') as DataSource['mediaPolicy'],
    disclaimer: textOf('disclaimer'),
    // NaN becomes null in JSON, which the server rejects with a message.
    intervalMinutes: textOf('intervalMinutes') === '' ? NaN : Number(textOf('intervalMinutes')),
    isEnabled: form.has('isEnabled'),
  };
  const token = textOf('token');
  const clientSecret = textOf('clientSecret');
  const client = {
    kind: 'client_credentials',
    tokenUrl: textOf('tokenUrl'),
    clientId: textOf('clientId'),
    scope: textOf('scope'),
  } as const;
  if (authKind === 'bearer') {
    return {
      newSource: { ...common, auth: { kind: 'bearer', token } },
      changes: { ...common, auth: { kind: 'bearer', ...(token === '' ? {} : { token }) } },
    };
  }
  return {
    newSource: { ...common, auth: { ...client, clientSecret } },
    changes: { ...common, auth: { ...client, ...(clientSecret === '' ? {} : { clientSecret }) } },
  };
}

/** Returns a stored source's values in the shape of `changes`, for comparison with the form. */
export function toSourceChanges(source: DataSource): SourceChanges {
  const { name, baseUrl, filter, defaultAgentId, agentBy, mediaPolicy, disclaimer, auth } = source;
  return {
    name,
    baseUrl,
    filter: filter ?? '',
    defaultAgentId: defaultAgentId ?? '',
    agentBy,
    mediaPolicy,
    disclaimer: disclaimer ?? '',
    intervalMinutes: source.intervalMinutes,
    isEnabled: source.isEnabled,
    auth:
      auth.kind === 'bearer'
        ? { kind: auth.kind }
        : {
            kind: auth.kind,
            tokenUrl: auth.tokenUrl,
            clientId: auth.clientId,
            scope: auth.scope ?? '',
          },
  };
}
