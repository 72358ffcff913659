import type { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { buildProperty } from '#tests/factories/build-property.ts';
import { summarize, summarizeAll } from './property-summary.ts';
import { summariesQuery } from './property-queries.ts';
import { createQueryClient } from '../api/query-client.ts';
import { createApiClient } from '../api/api-client.ts';

const picture = (path: string) => ({
  path,
  width: 1,
  height: 1,
  placeholder: 'data:,',
  text: null,
  kind: 'photo' as const,
});
const property = buildProperty({
  description: 'Long.',
  pictures: [picture('/a'), picture('/b')],
  images: ['/a', '/b'],
});

afterEach(() => vi.unstubAllEnvs());

it('has the fields that cards show and the first picture', () => {
  const summary = summarize(property);
  expect(summary).toMatchObject({
    _id: property._id,
    price: property.price,
  });
  expect(summary.pictures.map(({ path }) => path)).toEqual(['/a']);
  expect(summary.photoCount).toBe(2);
  expect(summary).not.toHaveProperty('description');
  expect(summary).not.toHaveProperty('images');
});

it('includes the agent only for the first home of a list', () => {
  expect(summarizeAll([property, property])).toEqual([
    { ...summarize(property), agent: property.agent },
    summarize(property),
  ]);
});

it('has the placeholder on the server but does not serialize it', () => {
  const { pictures } = summarize(property);
  expect(pictures[0]?.placeholder).toBe('data:,');
  const { placeholder, ...rest } = picture('/a');
  expect(JSON.parse(JSON.stringify(pictures))).toEqual([rest]);
  vi.stubEnv('SSR', false);
  expect(summarize(property).pictures).toEqual([{ ...rest, placeholder }]);
});

it('is stored in the query cache instead of the complete list', async () => {
  const api = createApiClient({
    fetch: () => Promise.resolve(Response.json([property], { headers: { 'x-total-count': '7' } })),
  });
  const client: QueryClient = createQueryClient(api);
  const query = summariesQuery({ query: { limit: 1 } });
  expect(await client.fetchQuery(query)).toEqual({
    items: summarizeAll([property]),
    totalCount: 7,
    searchedFor: null,
  });
  expect(client.getQueryCache().getAll()).toHaveLength(1);
});

it('counts photos but not floor plans', () => {
  const plan = { ...picture('/plan'), kind: 'floor_plan' as const };
  const home = buildProperty({ pictures: [picture('/a'), plan] });
  expect(summarize(home)).not.toHaveProperty('photoCount');
});

it('has the location of a home without a photo', () => {
  const withoutPhotos = buildProperty({ pictures: [], latitude: 30, longitude: -97 });
  expect(summarize(withoutPhotos).position).toEqual({ latitude: 30, longitude: -97 });
  expect(summarize(property)).not.toHaveProperty('position');
  expect(summarize({ ...withoutPhotos, latitude: 0, longitude: 0 })).not.toHaveProperty('position');
});

it('includes the listing office of an attributed home', () => {
  const attribution = {
    agentName: 'Jo Field',
    officeName: 'Hillside Realty',
    agentPhone: null,
    source: null,
    disclaimer: null,
    updatedAt: null,
  };
  expect(summarize(buildProperty({ attribution })).officeName).toBe('Hillside Realty');
  expect(summarize(property)).not.toHaveProperty('officeName');
});
