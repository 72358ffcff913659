/** The API client, used in the browser and, with another `fetch`, on the server. */

import {
  errorFromResponse,
  isApiError,
  networkError,
  sessionEndedError,
  type ApiError,
} from './api-error.ts';
import type {
  EndpointKey,
  UntypedInput,
  Input,
  Item,
  ListEndpointKey,
  ListPage,
  Output,
  UploadEndpointKey,
} from './api-types.ts';
import type { UploadProgress, UploadTransport } from './upload-transport.ts';

/** The part of `Response` that the client uses. The server passes another implementation. */
export interface ApiResponse {
  ok: boolean;
  status: number;
  headers: Pick<Headers, 'get'>;
  text: () => Promise<string>;
}

/** The dependencies of a client. */
export interface ApiClientOptions {
  /**
   * In the browser, the native `fetch`. On the server, a function that calls the API in process.
   * Paths start with `/api`.
   */
  fetch: (path: string, init: RequestInit) => Promise<ApiResponse>;
  /**
   * Sends forms with upload progress. Without it, forms go through `fetch` and report no progress.
   */
  upload?: UploadTransport;
  /** Returns the current token; null for visitors (docs/product/api.md, Conventions). */
  getToken?: () => string | null;
  /**
   * Called when the current token is no longer valid. Not called for a request that was sent with an
   * older token.
   */
  onUnauthorized?: (error: ApiError) => void;
  /** Called when the API rejects a request because the user must set up a second factor first. */
  onSetupRequired?: () => void;
}

/** The API client. Calls reject with an `ApiError` or, if aborted, with the signal's reason. */
export interface ApiClient {
  /** Sends a request and returns the body of its response (null if it is empty). */
  call<A extends EndpointKey>(
    endpoint: A,
    input: Input<A>,
    signal?: AbortSignal,
  ): Promise<Output<A>>;
  /** Requests one page of a list and returns it with the data from the response headers, such as the total. */
  list<A extends ListEndpointKey>(
    endpoint: A,
    input: Input<A>,
    signal?: AbortSignal,
  ): Promise<ListPage<Item<A>>>;
  /** Sends a form with files and reports its progress. */
  upload<A extends UploadEndpointKey>(
    endpoint: A,
    input: Input<A>,
    options: UploadOptions,
  ): Promise<Output<A>>;
  /**
   * Returns a client that rejects calls once the current session has ended. Otherwise, the rest of a change would be
   * sent as the next user, who would also see a late response.
   */
  inCurrentSession: () => ApiClient;
}

/** Options of an upload. */
export interface UploadOptions {
  onProgress: (progress: UploadProgress) => void;
  /** Aborts the upload. */
  signal?: AbortSignal;
}

/**
 * Builds a client. It stores nothing between requests.
 *
 * @param requiredToken if set, calls are rejected, even after they were sent, while the current token differs from it
 */
export function createApiClient(
  options: ApiClientOptions,
  requiredToken?: string | null,
): ApiClient {
  const readToken = () => options.getToken?.() ?? null;

  async function send(
    endpoint: EndpointKey,
    input: UntypedInput,
    signal: AbortSignal | undefined,
    transport: ApiClientOptions['fetch'] = options.fetch,
  ) {
    const token = readToken();
    const checkSession = () => {
      if (requiredToken !== undefined && readToken() !== requiredToken) throw sessionEndedError();
    };
    checkSession();
    const { path, init } = buildRequest(endpoint, input, token);
    let response: ApiResponse;
    try {
      response = await transport(path, signal === undefined ? init : { ...init, signal });
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw networkError();
    }
    const body = await readBody(response, signal);
    checkSession();
    if (response.ok) return { body, headers: response.headers };
    const error = errorFromResponse(response.status, body);
    if (token !== null && error.code === 'UNAUTHENTICATED' && readToken() === token) {
      options.onUnauthorized?.(error);
    }
    if (error.code === 'SECOND_FACTOR_SETUP_REQUIRED') options.onSetupRequired?.();
    throw error;
  }

  return {
    async call(endpoint, input, signal) {
      const { body } = await send(endpoint, input as UntypedInput, signal);
      // The server serializes every response with the endpoint's schema.
      return body as Output<typeof endpoint>;
    },
    async list(endpoint, input, signal) {
      const { body, headers } = await send(endpoint, input as UntypedInput, signal);
      const items = body as Item<typeof endpoint>[];
      const searchedFor = headers.get('x-searched-for');
      const unreadCount = headers.get('x-unread-count');
      return {
        items,
        totalCount: Number(headers.get('x-total-count') ?? items.length),
        searchedFor: searchedFor === null ? null : decodeHeader(searchedFor),
        ...(unreadCount === null ? {} : { unreadCount: Number(unreadCount) }),
      };
    },
    async upload(endpoint, input, { onProgress, signal }) {
      const { upload } = options;
      const { body } = await send(
        endpoint,
        input as UntypedInput,
        signal,
        upload && ((path, init) => upload(path, init, onProgress)),
      );
      return body as Output<typeof endpoint>;
    },
    inCurrentSession: () => createApiClient(options, readToken()),
  };
}

/**
 * Builds the request for an endpoint. Path parameters are escaped. Empty query values and, except for
 * a place term, 'all' are omitted (docs/product/api.md, Conventions).
 *
 * @param token sent as a bearer token unless null
 */
export function buildRequest(
  endpoint: EndpointKey,
  input: UntypedInput,
  token: string | null,
): { path: string; init: RequestInit } {
  const [method, template] = endpoint.split(' ') as [string, string];
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

/** Returns `?a=1&b=2` in the given order, without empty values and 'all'; '' if nothing remains. */
export function toQueryString(query: Record<string, string | number | undefined>): string {
  const searchParams = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // A place term can be 'all', the beginning of 'Allentown'.
    if (value === undefined || value === '' || (value === 'all' && name !== 'term')) continue;
    searchParams.set(name, String(value));
  }
  const text = searchParams.toString();
  return text === '' ? '' : `?${text}`;
}

async function readBody(response: ApiResponse, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    const text = await response.text();
    if (text === '') return null;
    // The client calls only one endpoint whose response is not JSON, a calendar. Any other text is
    // from an intermediary, such as a hotel's login page.
    const isCalendar = response.headers.get('content-type')?.startsWith('text/calendar') === true;
    return response.ok && isCalendar ? text : (JSON.parse(text) as unknown);
  } catch (error) {
    if (signal?.aborted === true || isApiError(error)) throw error;
    // A truncated body or invalid JSON. For an error status, the caller uses a default message.
    if (response.ok) throw networkError();
    return undefined;
  }
}

/** Headers are ASCII only. Other characters are percent-encoded. */
function decodeHeader(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
