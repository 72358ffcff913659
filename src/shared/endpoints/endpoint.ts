/** The entries of the endpoint table. */

import type { z } from 'zod';
import type { AuditAction } from '../audit-actions.ts';
import type { Action } from '../permissions.ts';

/** Access to an endpoint: everyone, or callers that this rule admits (permissions.ts). */
export type Access = 'public' | Action;

/** The files of a multipart body. */
export type EndpointFiles = {
  /** The name of the form field. */
  name: string;
  /** Other field names; with these, each name allows one file. */
  alsoNamed?: readonly string[];
  /** The maximum number of files for all names together. */
  max: number;
  /** The largest file and text, if different from the defaults. */
  fileMaxBytes?: number;
  fieldMaxBytes?: number;
  /** A JSON body that can be sent instead, of at most `fileMaxBytes`. */
  alsoAsJson?: z.ZodType;
};

/**
 * Every POST states whether it accepts an `Idempotency-Key`: those that create something new each time do, and their
 * handlers create with `once`. The other methods are idempotent.
 */
type Sending =
  | { method: 'POST'; takesIdempotencyKey: boolean; audit: Audit }
  | { method: 'PUT' | 'PATCH' | 'DELETE'; takesIdempotencyKey?: never; audit: Audit }
  | { method: 'GET'; takesIdempotencyKey?: never; audit?: Audit };

/**
 * The actions that an endpoint can record in the audit log; null for none. Every endpoint that changes something
 * declares them, and its service calls `recordAudit` in the transaction of the change.
 */
type Audit = AuditAction | readonly AuditAction[] | null;

/** One endpoint of the API. */
export type Endpoint = Sending & {
  /** Relative to `/api`, with `:id` for the identifier. */
  path: `/${string}`;
  /** Served at the root of the site: `alone` instead of under `/api`, or `too`. */
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
  /** Sign-in is optional; the handler receives the user. */
  optionalSignIn?: true;
  /** The request headers that the handler reads. */
  headers?: z.ZodObject;
  params?: z.ZodType;
  query?: z.ZodType;
  /** The JSON body, or the text fields of a multipart one. */
  body?: z.ZodType;
  /** The file parts of a multipart body. */
  files?: EndpointFiles;
  /** The success status. */
  status: 200 | 201 | 202 | 204;
  response: z.ZodType;
  /** The content type of a non-JSON response, whose handler returns the text. */
  contentType?: string;
  /** Personal, even if a token in the query identifies the account: never cached. */
  personal?: true;
  /** A response that is large or takes much CPU time: few run concurrently, apart from other reads. */
  bulk?: true;
  /** Public data that is read for each request and never cached. */
  uncached?: true;
  /** Reads one record by id, batched with concurrent reads on one connection. */
  readTogether?: true;
  /** Mostly waits for an external server, so it takes no read slot. */
  waitsForOthers?: true;
  /** A paged list: `page` and `limit`, and the headers X-Total-Count and Link. */
  paged?: true;
  /** Sends X-Unread-Count, the total number of unread records. */
  countsUnread?: true;
  /** Sends X-Pending-Count, the number awaiting a decision, regardless of filters. */
  countsPending?: true;
  /** Can change public data: limited per account, and visible in every later response of this process. */
  changesPublicData?: true;
};

/** Returns the path of an endpoint from the root of the site. */
export const endpointUrl = ({ path, root }: Pick<Endpoint, 'path' | 'root'>): string =>
  root === 'alone' ? path : `/api${path}`;
