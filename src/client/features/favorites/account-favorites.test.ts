import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ApiClient } from '../../api/api-client.ts';
import type { HomeWithNote } from '../../property-cards/card-buttons.tsx';
import { changeFavorite } from './account-favorites.ts';

it('restores the note of a home that is still being unsaved, without mutating the given home', async () => {
  const calls: unknown[] = [];
  const api = {
    call: async (endpoint: string, { json }: { json?: object }) => {
      calls.push([endpoint, json]);
      return { note: 'Ask about the roof.' };
    },
  } as unknown as ApiClient;
  const clients = { api, queryClient: new QueryClient() };
  const property = Object.freeze({ _id: '7' }) as HomeWithNote;
  const removal = changeFavorite(clients, { id: '7', home: property, isSaved: false });
  const home = removal.then((result) => result.home);
  const restoration = await changeFavorite(clients, { id: '7', home, isSaved: true });
  expect(await removal).toEqual({
    home: { _id: '7', note: 'Ask about the roof.' },
    isLatest: false,
  });
  expect(restoration.isLatest).toBe(true);
  expect(calls).toEqual([
    ['PUT /favorites/:id', {}],
    ['DELETE /favorites/:id', undefined],
    ['PUT /favorites/:id', { note: 'Ask about the roof.' }],
  ]);
});
