/**
 * The endpoint table as types. Contains only types because the table's schemas would add Zod to the
 * first visit (budget: 175 kB of JavaScript). An endpoint is identified by its method and path,
 * such as `GET /properties/:id`, and the compiler checks it against the table.
 */

import type { z } from 'zod';
import type { EndpointName, Endpoints } from '#shared/api-endpoints.ts';

type EndpointsByKey = {
  [N in EndpointName as `${Endpoints[N]['method']} ${Endpoints[N]['path']}`]: Endpoints[N];
};

/** An endpoint by method and path below `/api`, as in the endpoint table: `GET /properties/:id`. */
export type EndpointKey = keyof EndpointsByKey;

/** The endpoints that return one page of a list. */
export type ListEndpointKey = {
  [A in EndpointKey]: EndpointsByKey[A] extends { paged: true } ? A : never;
}[EndpointKey];

/** The read-only endpoints. */
export type QueryEndpointKey = Extract<EndpointKey, `GET ${string}`>;

/** The endpoints that accept a form with files. */
export type UploadEndpointKey = {
  [A in EndpointKey]: EndpointsByKey[A] extends { files: unknown } ? A : never;
}[EndpointKey];

/** The response of an endpoint. */
export type Output<A extends EndpointKey> = z.output<EndpointsByKey[A]['response']>;

/** One entry of a list's response. */
export type Item<A extends ListEndpointKey> = Output<A> extends readonly (infer I)[] ? I : never;

/** One page of a list (docs/product/api.md, Lists). */
export interface ListPage<T> {
  items: T[];
  /** The number of entries on all pages. */
  totalCount: number;
  /**
   * The suggested spelling that was searched because the original words matched nothing; otherwise
   * null.
   */
  searchedFor: string | null;
  /** The total number of unread entries, for lists that report it. */
  unreadCount?: number;
}

type InputOf<E, K extends string> =
  E extends Record<K, infer S extends z.ZodType> ? z.input<S> : never;

/**
 * Query values. Numbers are converted, and undefined, '', and 'all' are omitted
 * (docs/product/api.md, Conventions).
 */
type LooseQuery<Q> = {
  [K in keyof Q]?:
    | (string extends NonNullable<Q[K]> ? string | number : Q[K] | '' | 'all')
    | undefined;
};

type InputPart<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : Record<Name, Value>;

/**
 * The input of an endpoint: `params` for the path, `query`, and a JSON body or a form with files.
 */
export type Input<A extends EndpointKey> = InputPart<
  'params',
  InputOf<EndpointsByKey[A], 'params'>
> &
  ([InputOf<EndpointsByKey[A], 'query'>] extends [never]
    ? unknown
    : { query?: LooseQuery<InputOf<EndpointsByKey[A], 'query'>> }) &
  ([InputOf<EndpointsByKey[A], 'body'>] extends [never]
    ? unknown
    : EndpointsByKey[A] extends { files: unknown }
      ? { form: FormData }
      : { json: InputOf<EndpointsByKey[A], 'body'> });

/** The untyped input of any call. */
export interface UntypedInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  json?: unknown;
  form?: FormData;
  /** Sent as a header; see idempotent-sender.ts. */
  idempotencyKey?: string;
}
