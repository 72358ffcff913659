import { describe, expect, it } from 'vitest';
import { readSourceForm } from './source-form.ts';

function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

describe('readSourceForm', () => {
  it('omits an empty secret to keep the stored one', () => {
    const read = (values: Record<string, string>, authKind: 'bearer' | 'client_credentials') =>
      readSourceForm(formOf(values), { authKind, agentId: '5' }).changes.auth;
    expect(read({ token: ' ' }, 'bearer')).toEqual({ kind: 'bearer' });
    expect(read({ token: 'abc' }, 'bearer')).toEqual({ kind: 'bearer', token: 'abc' });
    const client = { tokenUrl: 'https://a.example/token', clientId: 'us', scope: '' };
    expect(read({ ...client, clientSecret: '' }, 'client_credentials')).toEqual({
      kind: 'client_credentials',
      ...client,
    });
  });

  it('parses numbers and booleans', () => {
    const read = (values: Record<string, string>) =>
      readSourceForm(formOf(values), { authKind: 'bearer', agentId: '5' }).newSource;
    expect(read({ intervalMinutes: '30', isEnabled: 'on' })).toMatchObject({
      defaultAgentId: '5',
      intervalMinutes: 30,
      isEnabled: true,
    });
    expect(JSON.parse(JSON.stringify(read({ intervalMinutes: '' })))).toMatchObject({
      intervalMinutes: null,
      isEnabled: false,
    });
  });
});
