import { useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from './api-client.ts';
import { apiOf } from './query-client.ts';

/** Returns the API client, for calls that are not queries. */
export function useApi(): ApiClient {
  return apiOf(useQueryClient());
}
