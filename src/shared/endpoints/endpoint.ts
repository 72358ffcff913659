/** The entries of the endpoint table. */

import type { z } from 'zod';
import type { AuditAction } from '../audit-actions.ts';
import type { Action } from '../permissions.ts';

/** Access to an endpoint: everyone, or callers that this rule admits (permissions.ts). */
export type Access = 'public' | Action;

/** The files of a multipart body. */
export type EndpointFiles = {
  /** The name of the part. */
  name: string;
  /** Other names; with them, at most one file each. */
  alsoNamed?: readonly string[];
  /** How many files, all names together. */
  most: number;
  /** The largest file and the largest text, where they differ from those of every form. */
  fileMaxBytes?: number;
  fieldMaxBytes?: number;
  /** The JSON body that may be sent instead, at most `fileMaxBytes` of it. */
  alsoAsJson?: z.ZodType;
};

/**
 * Every POST says whether it takes an `Idempotency-Key`: one that creates something new each time does, and its
 * handler creates with `once`. The other methods do the same thing however often they are sent.
 */
type Sending =
  | { method: 'POST'; takesIdempotencyKey: boolean; audit: Audit }
  | { method: 'PUT' | 'PATCH' | 'DELETE'; takesIdempotencyKey?: never; audit: Audit }
  | { method: 'GET'; takesIdempotencyKey?: never; audit?: Audit };

/**
 * The actions that a call may record in the audit log; null for none. Each call that changes something says so, and its service
 * calls `recordAudit` in the transaction of the change.
 */
type Audit = AuditAction | readonly AuditAction[] | null;

/** One endpoint of the API. */
export type Endpoint = Sending & {
  /** Below `/api`, with `:id` for the identifier. */
  path: `/${string}`;
  /** At the root of the site: `alone` instead of below `/api`, or there `too`. */
  root?: 'alone' | 'too';
  tag:
    | 'Properties'
    | 'Users'
    | 'Offices'
    | 'Accounts'
    | 'Account security'
    | 'Messages'
    | 'Imports'
    | 'Inquiries'
    | 'Notifications'
    | 'Reports'
    | 'Tours'
    | 'Saved searches'
    | 'Saved homes'
    | 'Statistics'
    | 'Site'
    | 'Audit log'
    | 'Policies'
    | 'API keys'
    | 'Reviews'
    | 'Webhooks'
    | 'Data sources'
    | 'Background work'
    | 'Service';
  summary: string;
  access: Access;
  /** A public endpoint to which it matters who is signed in, if anyone is: its handler is given the user. */
  optionalSignIn?: true;
  /** The headers of a request that its handler reads. */
  headers?: z.ZodObject;
  params?: z.ZodType;
  query?: z.ZodType;
  /** The JSON body, or the text fields of a multipart one. */
  body?: z.ZodType;
  /** The file parts of a multipart body. */
  files?: EndpointFiles;
  /** Status of success. */
  status: 200 | 201 | 202 | 204;
  response: z.ZodType;
  /** The content type of a response that is not JSON: its handler returns the text. */
  contentType?: string;
  /** Concerns one user, also when a token in the query represents an account: it is never cached. */
  personal?: true;
  /** All of a user's data in one response, which may be large: few are created at once. */
  bulk?: true;
  /** Public data that is read for each request and never cached. */
  uncached?: true;
  /** One record by its identifier, read together with others: regardless of their number, they take one connection. */
  readTogether?: true;
  /** Mostly waits for a server outside: it takes no place among the reads. */
  waitsForOthers?: true;
  /** A list is paged: `page` and `limit`, and the headers X-Total-Count and Link. */
  paged?: true;
  /** The header X-Unread-Count says how many of all are unread. */
  countsUnread?: true;
  /** The header X-Pending-Count says how many wait for a decision, whatever the filters. */
  countsPending?: true;
  /** May change public data: limited for each account, and visible in every later response of this process. */
  changesPublicData?: true;
};

/** The path of an endpoint from the root of the site. */
export const endpointUrl = ({ path, root }: Pick<Endpoint, 'path' | 'root'>): string =>
  root === 'alone' ? path : `/api${path}`;
