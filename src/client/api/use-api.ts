import { useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from './api-client.ts';
import { apiOf } from './query-client.ts';

/** The API client, for calls that are no queries. */
export function useApi(): ApiClient {
  return apiOf(useQueryClient());
}
