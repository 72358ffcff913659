import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { countQuery } from '../query/listing-queries.ts';
import { NO_FILTERS } from '../query/property-filters.ts';
import { relaxations } from '../query/relaxations.ts';
import { ListingEmpty } from './listing-empty.tsx';

const scope = { kind: 'status', status: 'For Sale', in: undefined } as const;
const filters = { ...NO_FILTERS, propertyType: 'House', maxPrice: '100000' };

test('shows a suggestion whose count is loading, and hides one without results', () => {
  const client = new QueryClient();
  const [types, price] = relaxations(scope, filters);
  if (types === undefined || price === undefined) throw new Error('There are no suggestions.');
  const { queryKey } = countQuery(types.scope, types.filters);
  void client.prefetchQuery({ queryKey, queryFn: () => new Promise(() => undefined) });
  client.setQueryData(countQuery(price.scope, price.filters).queryKey, {
    items: [],
    totalCount: 0,
    searchedFor: null,
  });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ListingEmpty search={{ scope, filters, page: 1 }} />
    </QueryClientProvider>,
  );
  expect(html).toContain(types.label);
  expect(html).not.toContain(price.label);
});
