/** The API client, used in the browser and, with another `fetch`, on the server. */

import { errorFromResponse, isApiError, networkError, type ApiError } from './api-error.ts';
import type {
  Address,
  AnyInput,
  Input,
  Item,
  ListAddress,
  ListPage,
  Output,
  UploadAddress,
} from './api-types.ts';
import type { UploadProgress, UploadTransport } from './upload-transport.ts';

/** The part of `Response` that the client uses; the server passes another implementation. */
export interface ApiResponse {
  ok: boolean;
  status: number;
  headers: Pick<Headers, 'get'>;
  text: () => Promise<string>;
}

/** The dependencies of a client. */
export interface ApiClientOptions {
  /**
   * The native one in the browser; on the server one that calls the API in process. Called with
   * paths that start with `/api`.
   */
  fetch: (path: string, init: RequestInit) => Promise<ApiResponse>;
  /**
   * Sends forms with upload progress. Without it, forms go through `fetch` and report no progress.
   */
  upload?: UploadTransport;
  /**
   * Returns the stored token, for every request; null for visitors (docs/product/api.md,
   * Conventions).
   */
  getToken?: () => string | null;
  /**
   * Called when the current token is no longer valid, but not for a late response to a request with
   * an older token.
   */
  onSessionRefused?: (error: ApiError) => void;
  /** Called when the user must first set up a second factor. */
  onSetupRequired?: () => void;
}

/** The API client. Calls reject with an `ApiError` or, if aborted, with the signal's reason. */
export interface ApiClient {
  /** Sends a request and returns the body of its response (null for 204). */
  call<A extends Address>(address: A, input: Input<A>, signal?: AbortSignal): Promise<Output<A>>;
  /** Requests a list, and returns it with the total from the response's headers. */
  list<A extends ListAddress>(
    address: A,
    input: Input<A>,
    signal?: AbortSignal,
  ): Promise<ListPage<Item<A>>>;
  /** Sends a form with files, and reports its progress. */
  upload<A extends UploadAddress>(
    address: A,
    input: Input<A>,
    options: UploadOptions,
  ): Promise<Output<A>>;
}

/** Options of an upload. */
export interface UploadOptions {
  onProgress: (progress: UploadProgress) => void;
  /** Aborts the upload. */
  signal?: AbortSignal;
}

/** Builds a client. It stores nothing between requests. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  async function send(
    address: Address,
    input: AnyInput,
    signal: AbortSignal | undefined,
    transport: ApiClientOptions['fetch'] = options.fetch,
  ) {
    const token = options.getToken?.() ?? null;
    const { path, init } = buildRequest(address, input, token);
    let response: ApiResponse;
    try {
      response = await transport(path, signal === undefined ? init : { ...init, signal });
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw networkError();
    }
    const body = await readBody(response, signal);
    if (response.ok) return { body, headers: response.headers };
    const error = errorFromResponse(response.status, body);
    if (token !== null && error.code === 'UNAUTHENTICATED' && options.getToken?.() === token) {
      options.onSessionRefused?.(error);
    }
    if (error.code === 'SECOND_FACTOR_SETUP_REQUIRED') options.onSetupRequired?.();
    throw error;
  }

  return {
    async call(address, input, signal) {
      const { body } = await send(address, input as AnyInput, signal);
      // The server builds every response with the table's schema, so the body is of the table's
      // type.
      return body as Output<typeof address>;
    },
    async list(address, input, signal) {
      const { body, headers } = await send(address, input as AnyInput, signal);
      const items = body as Item<typeof address>[];
      const searchedFor = headers.get('x-searched-for');
      const unreadCount = headers.get('x-unread-count');
      return {
        items,
        totalCount: Number(headers.get('x-total-count') ?? items.length),
        searchedFor: searchedFor === null ? null : decodeHeader(searchedFor),
        ...(unreadCount === null ? {} : { unreadCount: Number(unreadCount) }),
      };
    },
    async upload(address, input, { onProgress, signal }) {
      const { upload } = options;
      const { body } = await send(
        address,
        input as AnyInput,
        signal,
        upload && ((path, init) => upload(path, init, onProgress)),
      );
      return body as Output<typeof address>;
    },
  };
}

/**
 * Builds the request for an endpoint. Path parameters are escaped; empty query values and 'all' are
 * omitted (docs/product/api.md, Conventions).
 *
 * @param token sent as bearer header unless null
 */
export function buildRequest(
  address: Address,
  input: AnyInput,
  token: string | null,
): { path: string; init: RequestInit } {
  const [method, template] = address.split(' ') as [string, string];
  const path = template.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey;
  const init: RequestInit = { method, headers };
  if (input.form !== undefined) {
    init.body = input.form;
  } else if (input.json !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(input.json);
  }
  return { path: `/api${path}${toQueryString(input.query ?? {})}`, init };
}

/** Returns `?a=1&b=2` in the given order, without empty values; '' if none is left. */
export function toQueryString(query: Record<string, string | number | undefined>): string {
  const remaining = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // A place term can be 'all', as the start of 'Allentown'.
    if (value === undefined || value === '' || (value === 'all' && name !== 'term')) continue;
    remaining.set(name, String(value));
  }
  const text = remaining.toString();
  return text === '' ? '' : `?${text}`;
}

async function readBody(response: ApiResponse, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    const text = await response.text();
    if (text === '') return null;
    // Any other non-JSON body is from an intermediary, such as a hotel's login page.
    const isFile = response.headers.get('content-type')?.startsWith('text/calendar') === true;
    return response.ok && isFile ? text : (JSON.parse(text) as unknown);
  } catch (error) {
    if (signal?.aborted === true || isApiError(error)) throw error;
    // A truncated body or invalid JSON. For a success status, that is an error; an error status has
    // a default message.
    if (response.ok) throw networkError();
    return undefined;
  }
}

/** Headers are ASCII only; other characters are percent-encoded. */
function decodeHeader(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
