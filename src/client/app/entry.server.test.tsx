import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { expect, test } from 'vitest';
import { DEFAULT_SITE } from '#shared/site/site-view.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { createLoadContext } from '../api/page-data/load-context.ts';
import { handleError } from './entry.server.tsx';

test('logs errors but not unmatched paths', () => {
  const loggedErrors: unknown[] = [];
  const context = createLoadContext({
    apiFetch: async () => Response.json({}),
    publicSettings: {
      publicUrl: 'http://localhost',
      mapTileUrl: '',
      costRates: DEFAULT_COST_RATES,
    },
    site: DEFAULT_SITE,
    nonce: '',
    logError: (logEntry) => void loggedErrors.push(logEntry),
  });
  const args = { request: new Request('http://localhost/%0A'), context, params: {} };
  handleError(new ErrorResponse(404, 'Not Found', 'No route', true), args);
  expect(loggedErrors).toEqual([]);
  const error = new Error('A component broke');
  handleError(error, args);
  expect(loggedErrors).toEqual([error]);
});
