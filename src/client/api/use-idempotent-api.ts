import { useMemo } from 'react';
import type { ApiClient } from './api-client.ts';
import type { EndpointKey, UntypedInput } from './api-types.ts';
import { createIdempotentSender, formContent, type SendWithKey } from './idempotent-sender.ts';
import { useApi } from './use-api.ts';

/**
 * Returns an API client for one form. Its POST requests have an Idempotency-Key.
 *
 * @param sender stores the keys; by default, they are lost when the component is unmounted
 */
export function useIdempotentApi(sender?: SendWithKey): ApiClient {
  const api = useApi();
  return useMemo(() => withKeys(api, sender ?? createIdempotentSender()), [api, sender]);
}

function withKeys(api: ApiClient, sendWithKey: SendWithKey): ApiClient {
  const post = <T>(
    endpoint: EndpointKey,
    input: UntypedInput,
    send: (key: string) => Promise<T>,
  ) => {
    const { form, json, ...target } = input;
    const content = form === undefined ? JSON.stringify(json ?? null) : formContent(form);
    return sendWithKey(JSON.stringify([endpoint, target]), content, send);
  };
  return {
    ...api,
    call: (endpoint, input, signal) =>
      endpoint.startsWith('POST ')
        ? post(endpoint, input as UntypedInput, (idempotencyKey) =>
            api.call(endpoint, Object.assign({ idempotencyKey }, input), signal),
          )
        : api.call(endpoint, input, signal),
    upload: (endpoint, input, options) =>
      endpoint.startsWith('POST ')
        ? post(endpoint, input as UntypedInput, (idempotencyKey) =>
            api.upload(endpoint, Object.assign({ idempotencyKey }, input), options),
          )
        : api.upload(endpoint, input, options),
    inCurrentSession: () => withKeys(api.inCurrentSession(), sendWithKey),
  };
}
