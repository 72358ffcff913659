import { describe, expect, it } from 'vitest';
import { readSourceForm } from './source-form.ts';
import { runSummary } from './source-words.ts';

function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

describe('readSourceForm', () => {
  it('does not change a stored secret if none is typed', () => {
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

  it('sends numbers and booleans as such', () => {
    const read = (values: Record<string, string>) =>
      readSourceForm(formOf(values), { authKind: 'bearer', agentId: '5' }).created;
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

describe('runSummary', () => {
  const counts = { added: 0, updated: 0, removed: 0, unchanged: 0, refused: 0 };
  it.each([
    [{}, 'No changes'],
    [{ added: 1_200, refused: 2 }, '1,200 new, 2 skipped'],
  ])('of %j', (facts, words) => {
    const run = {
      _id: '1',
      startedAt: '',
      finishedAt: null,
      state: 'done' as const,
      read: 0,
      total: null,
      mediaWaiting: 0,
      error: null,
      ...counts,
      ...facts,
    };
    expect(runSummary(run)).toBe(words);
  });
});
