import { expect, it } from 'vitest';
import { createApiClient } from '../../api/api-client.ts';
import { createQueryClient } from '../../api/query-client.ts';
import type { Tour } from '#shared/schemas/tours/tour.ts';
import { agentToursQuery, statusOf } from './tour-queries.ts';

it('requests all pages of a full week', async () => {
  const paths: string[] = [];
  const queryClient = createQueryClient(
    createApiClient({
      fetch: (path) => {
        paths.push(path);
        const page = Number(new URL(path, 'http://localhost').searchParams.get('page'));
        const count = page < 3 ? 100 : 7;
        const tours = Array.from({ length: count }, (_, index) => ({ _id: `${page}-${index}` }));
        return Promise.resolve(Response.json(tours, { headers: { 'X-Total-Count': '207' } }));
      },
    }),
  );
  const tours = await queryClient.fetchQuery(agentToursQuery('2026-03-02', '2026-03-08'));
  expect(new Set(tours.map(({ _id }) => _id)).size).toBe(207);
  expect(paths).toEqual(
    [1, 2, 3].map((page) => `/api/tours?from=2026-03-02&to=2026-03-08&page=${page}&limit=100`),
  );
});

it('shows a confirmed past tour as completed', () => {
  const end = '2026-03-03T16:30:00.000Z';
  const labelOf = (status: Tour['status'], minutes: number) =>
    statusOf({ status, end } as Tour, Date.parse(end) + minutes * 60_000).label;
  expect(labelOf('booked', -1)).toBe('Booked');
  expect(labelOf('booked', 0)).toBe('Completed');
  expect(labelOf('canceled', 1)).toBe('Canceled');
});
