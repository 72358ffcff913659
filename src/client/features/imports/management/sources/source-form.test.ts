import { describe, expect, it } from 'vitest';
import { readSourceForm } from './source-form.ts';

function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

describe('readSourceForm', () => {
  it('omits an empty secret to keep the stored one', () => {
    const readForm = (values: Record<string, string>, authKind: 'bearer' | 'client_credentials') =>
      readSourceForm(formOf(values), { authKind, agentId: '5' }).changes.auth;
    expect(readForm({ token: ' ' }, 'bearer')).toEqual({ kind: 'bearer' });
    expect(readForm({ token: 'abc' }, 'bearer')).toEqual({ kind: 'bearer', token: 'abc' });
    const client = { tokenUrl: 'https://a.example/token', clientId: 'us', scope: '' };
    expect(readForm({ ...client, clientSecret: '' }, 'client_credentials')).toEqual({
      kind: 'client_credentials',
      ...client,
    });
  });

  it('parses numbers and booleans', () => {
    const readForm = (values: Record<string, string>) =>
      readSourceForm(formOf(values), { authKind: 'bearer', agentId: '5' }).newSource;
    expect(readForm({ intervalMinutes: '30', isEnabled: 'on' })).toMatchObject({
      defaultAgentId: '5',
      intervalMinutes: 30,
      isEnabled: true,
    });
    expect(JSON.parse(JSON.stringify(readForm({ intervalMinutes: '' })))).toMatchObject({
      intervalMinutes: null,
      isEnabled: false,
    });
  });
});
