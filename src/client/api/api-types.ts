/**
 * The endpoint table as types. Only types: the table's schemas would add zod to the first visit
 * (budget: 165 kB of JavaScript). So an endpoint is identified by its method and path, `GET
 * /properties/:id`, which the compiler checks against the table.
 */

import type { z } from 'zod';
import type { EndpointName, Endpoints } from '#shared/api-endpoints.ts';

type Addressed = {
  [N in EndpointName as `${Endpoints[N]['method']} ${Endpoints[N]['path']}`]: Endpoints[N];
};

/** An endpoint by method and path below `/api`, as in the endpoint table: `GET /properties/:id`. */
export type Address = keyof Addressed;

/** The endpoints that return one page of a list. */
export type ListAddress = {
  [A in Address]: Addressed[A] extends { paged: true } ? A : never;
}[Address];

/** The endpoints without changes. */
export type QueryAddress = Extract<Address, `GET ${string}`>;

/** The endpoints that accept a form with files. */
export type UploadAddress = {
  [A in Address]: Addressed[A] extends { files: unknown } ? A : never;
}[Address];

/** The response of an endpoint. */
export type Output<A extends Address> = z.output<Addressed[A]['response']>;

/** One entry of a list's response. */
export type Item<A extends ListAddress> = Output<A> extends readonly (infer I)[] ? I : never;

/** One page of a list (docs/product/api.md, Lists). */
export interface ListPage<T> {
  items: T[];
  /** The number of entries on all pages. */
  totalCount: number;
  /**
   * The suggested spelling that was searched because the original words matched nothing; else null.
   */
  searchedFor: string | null;
  /** The total number of unread entries, for lists that report it. */
  unreadCount?: number;
}

type InputOf<E, K extends string> =
  E extends Record<K, infer S extends z.ZodType> ? z.input<S> : never;

/**
 * Query values; numbers are converted, and undefined, '' and 'all' are omitted
 * (docs/product/api.md, Conventions).
 */
type Loose<Q> = {
  [K in keyof Q]?:
    | (string extends NonNullable<Q[K]> ? string | number : Q[K] | '' | 'all')
    | undefined;
};

type Part<Name extends string, Value> = [Value] extends [never] ? unknown : Record<Name, Value>;

/**
 * The input of an endpoint: `params` for the path, `query`, and a JSON body or a form with files.
 */
export type Input<A extends Address> = Part<'params', InputOf<Addressed[A], 'params'>> &
  ([InputOf<Addressed[A], 'query'>] extends [never]
    ? unknown
    : { query?: Loose<InputOf<Addressed[A], 'query'>> }) &
  ([InputOf<Addressed[A], 'body'>] extends [never]
    ? unknown
    : Addressed[A] extends { files: unknown }
      ? { form: FormData }
      : { json: InputOf<Addressed[A], 'body'> });

/** The input as the client handles it, for any call. */
export interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  json?: unknown;
  form?: FormData;
  /** Sent as a header; see sending-keys.ts. */
  idempotencyKey?: string;
}
