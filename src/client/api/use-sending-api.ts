import { useMemo } from 'react';
import type { ApiClient } from './api-client.ts';
import type { Address, AnyInput } from './api-types.ts';
import { createSendingKeys, formContent } from './sending-keys.ts';
import { useApi } from './use-api.ts';

/** Returns the API client of one form, whose POST requests have an Idempotency-Key. */
export function useSendingApi(): ApiClient {
  const api = useApi();
  return useMemo(() => withKeys(api), [api]);
}

function withKeys(api: ApiClient): ApiClient {
  const sendWithKey = createSendingKeys();
  const post = <T>(address: Address, input: AnyInput, send: (key: string) => Promise<T>) => {
    const { form, json, ...target } = input;
    const content = form === undefined ? JSON.stringify(json ?? null) : formContent(form);
    return sendWithKey(JSON.stringify([address, target]), content, send);
  };
  return {
    ...api,
    call: (address, input, signal) =>
      address.startsWith('POST ')
        ? post(address, input as AnyInput, (idempotencyKey) =>
            api.call(address, Object.assign({ idempotencyKey }, input), signal),
          )
        : api.call(address, input, signal),
    upload: (address, input, options) =>
      address.startsWith('POST ')
        ? post(address, input as AnyInput, (idempotencyKey) =>
            api.upload(address, Object.assign({ idempotencyKey }, input), options),
          )
        : api.upload(address, input, options),
  };
}
