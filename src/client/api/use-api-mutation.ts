/** Changes in components; apart from queries, since no listing page needs them at first. */

import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useSendingApi } from './use-sending-api.ts';
import type { ApiClient } from './api-client.ts';
import type { ApiError } from './api-error.ts';

/**
 * A change: `const save = useApiMutation((api, form: ContactForm) => api.call('POST /contact', { json: form }))`.
 * A POST gets an Idempotency-Key that stays the same until it succeeds. Invalidate the lists that it touches in `onSuccess`.
 */
export function useApiMutation<T, V = void>(
  change: (api: ApiClient, variables: V) => Promise<T>,
  options: Omit<UseMutationOptions<T, ApiError, V>, 'mutationFn'> = {},
) {
  const api = useSendingApi();
  return useMutation<T, ApiError, V>({
    ...options,
    mutationFn: (variables) => change(api, variables),
  });
}
