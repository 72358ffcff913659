import { describe, expect, it } from 'vitest';
import type { DataSource } from '#shared/schemas/open/data-source.ts';
import { pickChanged } from '../../../../forms/pick-changed.ts';
import { readSourceForm, toSourceChanges } from './source-form.ts';

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

  it('sends only the changed values of a stored source', () => {
    const source: DataSource = {
      _id: '1',
      name: 'Example MLS',
      baseUrl: 'https://mls.example',
      auth: {
        kind: 'client_credentials',
        tokenUrl: 'https://a.example/token',
        clientId: 'us',
        scope: null,
      },
      filter: null,
      defaultAgentId: '5',
      agentBy: 'email',
      intervalMinutes: 15,
      mediaPolicy: 'download',
      disclaimer: null,
      isEnabled: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      nextRunAt: null,
      lastRun: null,
    };
    const values = {
      name: 'Example MLS',
      baseUrl: 'https://mls.example',
      filter: '',
      agentBy: 'email',
      mediaPolicy: 'download',
      disclaimer: '',
      intervalMinutes: '15',
      tokenUrl: 'https://a.example/token',
      clientId: 'us',
      scope: '',
      clientSecret: '',
    };
    const sentWith = (changes: Record<string, string>) =>
      pickChanged(
        readSourceForm(formOf({ ...values, ...changes }), {
          authKind: 'client_credentials',
          agentId: '5',
        }).changes,
        toSourceChanges(source),
      );
    expect(sentWith({})).toEqual({});
    expect(sentWith({ name: 'New', clientSecret: 'abc' })).toEqual({
      name: 'New',
      auth: {
        kind: 'client_credentials',
        tokenUrl: 'https://a.example/token',
        clientId: 'us',
        scope: '',
        clientSecret: 'abc',
      },
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
