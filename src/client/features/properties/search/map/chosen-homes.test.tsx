import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PropertyStatus } from '#shared/property-choices.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import { summarizeAll } from '../../../../property-cards/property-summary.ts';
import { NO_FILTERS } from '../query/property-filters.ts';
import { ChosenHomes } from './chosen-homes.tsx';

const position = { latitude: 30.25, longitude: -97.75 };

/** Renders a spot with `total` homes; one request returns at most 100. */
function renderSpot(total: number, status: PropertyStatus = 'For Sale'): string {
  const homes = summarizeAll(
    Array.from({ length: Math.min(total, 100) }, () => buildProperty({ ...position, status })),
  );
  const client = new QueryClient({
    defaultOptions: {
      queries: { initialData: { items: homes, totalCount: total, searchedFor: null } },
    },
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ChosenHomes
        pin={{
          kind: 'spot',
          key: 'spot',
          ...position,
          label: `${total} homes`,
          name: `${total} homes at one spot`,
          ids: homes.map(({ _id }) => _id),
          count: total,
          bounds: { west: -97.75, south: 30.25, east: -97.75, north: 30.25 },
          status: 'For Sale',
        }}
        search={{
          scope: { kind: 'status', status: 'For Sale', in: undefined },
          filters: { ...NO_FILTERS, minPrice: '100000', view: 'map' },
          page: 1,
        }}
        onResize={() => undefined}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
}

test('links to the list if a spot has more homes than one request returns', () => {
  const html = renderSpot(150);
  expect(html.match(/<li/g)).toHaveLength(100);
  expect(html).toContain(
    'href="/for-sale?minPrice=100000&amp;bounds=-97.75%2C30.25%2C-97.75%2C30.25"',
  );
  expect(html).toContain('See all 150 homes');
});

test('renders no link if all homes are loaded', () => {
  expect(renderSpot(100)).not.toContain('See all');
});

test('shows rents per month', () => {
  expect(renderSpot(1, 'For Rent')).toContain('/mo');
  expect(renderSpot(1)).not.toContain('/mo');
});
