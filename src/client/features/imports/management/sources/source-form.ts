/** The request body of the data source form. */

import type { DataSource } from '#shared/schemas/open/data-source.ts';
import type { NewSource, SourceChanges } from './source-queries.ts';

/** @returns `changes` without an empty secret, so that the stored one does not change */
export function readSourceForm(
  form: FormData,
  { authKind, agentId }: { authKind: DataSource['auth']['kind']; agentId: string },
): { created: NewSource; changes: SourceChanges } {
  const text = (field: string) => String(form.get(field) ?? '').trim();
  const common = {
    name: text('name'),
    baseUrl: text('baseUrl'),
    filter: text('filter'),
    defaultAgentId: agentId,
    agentBy: text('agentBy') as DataSource['agentBy'],
    mediaPolicy: text('mediaPolicy') as DataSource['mediaPolicy'],
    disclaimer: text('disclaimer'),
    // NaN becomes null in JSON, which the server rejects with a message.
    intervalMinutes: text('intervalMinutes') === '' ? NaN : Number(text('intervalMinutes')),
    isEnabled: form.has('isEnabled'),
  };
  const token = text('token');
  const clientSecret = text('clientSecret');
  const client = {
    kind: 'client_credentials',
    tokenUrl: text('tokenUrl'),
    clientId: text('clientId'),
    scope: text('scope'),
  } as const;
  if (authKind === 'bearer') {
    return {
      created: { ...common, auth: { kind: 'bearer', token } },
      changes: { ...common, auth: { kind: 'bearer', ...(token === '' ? {} : { token }) } },
    };
  }
  return {
    created: { ...common, auth: { ...client, clientSecret } },
    changes: { ...common, auth: { ...client, ...(clientSecret === '' ? {} : { clientSecret }) } },
  };
}
