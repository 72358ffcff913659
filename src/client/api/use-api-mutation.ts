/** Changes in components; apart from queries, since no listing page needs them at first. */

import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useApi } from './use-api.ts';
import type { ApiClient } from './api-client.ts';
import type { ApiError } from './api-error.ts';

/**
 * A change: `const save = useApiMutation((api, form: ContactForm) => api.call('POST /contact', { json: form }))`.
 * Invalidate the lists that it touches in `onSuccess`.
 */
export function useApiMutation<T, V = void>(
  change: (api: ApiClient, variables: V) => Promise<T>,
  options: Omit<UseMutationOptions<T, ApiError, V>, 'mutationFn'> = {},
) {
  const api = useApi();
  return useMutation<T, ApiError, V>({
    ...options,
    mutationFn: (variables) => change(api, variables),
  });
}
