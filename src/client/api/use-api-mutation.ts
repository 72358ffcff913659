/**
 * API mutations in components. Separate from queries because listing pages initially do not need
 * them.
 */

import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useIdempotentApi } from './use-idempotent-api.ts';
import type { ApiClient } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import type { SendWithKey } from './idempotent-sender.ts';

/**
 * Returns a mutation: `const save = useApiMutation((api, form: ContactForm) => api.call('POST
 * /contact', { json: form }))`. A POST gets an Idempotency-Key that stays the same until it
 * succeeds. All requests of a change are sent in one session. Invalidate the affected lists in
 * `onSuccess`.
 *
 * @param options.sender stores the keys, for forms whose text remains after they are unmounted
 */
export function useApiMutation<T, V = void>(
  change: (api: ApiClient, variables: V) => Promise<T>,
  {
    sender,
    ...options
  }: Omit<UseMutationOptions<T, ApiError, V>, 'mutationFn'> & { sender?: SendWithKey } = {},
) {
  const api = useIdempotentApi(sender);
  return useMutation<T, ApiError, V>({
    ...options,
    mutationFn: (variables) => change(api.inCurrentSession(), variables),
  });
}
