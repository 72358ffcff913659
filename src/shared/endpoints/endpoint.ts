/** The types of the endpoint table. */

import type { z } from 'zod';
import type { AuditAction } from '../audit-actions.ts';
import type { Action } from '../permissions.ts';

/** Who can call an endpoint: everyone, or callers with a permission (permissions.ts). */
export type Access = 'public' | Action;

/** The files of a multipart body. */
export type EndpointFiles = {
  /** The name of the form field. */
  name: string;
  /** Additional field names. With these, each name allows one file. */
  additionalNames?: readonly string[];
  /** Maximum total number of files. */
  max: number;
  /** The maximum size of a file, if it differs from the default. */
  maxFileBytes?: number;
  /** The maximum size of a text field, if it differs from the default. */
  maxFieldBytes?: number;
  /** A JSON body that clients can send instead, of at most `maxFileBytes`. */
  jsonAlternative?: z.ZodType;
};

/**
 * Every POST endpoint states whether it accepts an `Idempotency-Key`. It must accept one if a repeated request would
 * create a second record, unless a comment gives a reason. Handlers of endpoints that accept one create the record with
 * `once`. With other methods, a repeated request never creates a second record.
 */
type MethodOptions =
  | { method: 'POST'; takesIdempotencyKey: boolean; audit: Audit }
  | { method: 'PUT' | 'PATCH' | 'DELETE'; takesIdempotencyKey?: never; audit: Audit }
  | { method: 'GET'; takesIdempotencyKey?: never; audit?: Audit };

/**
 * The actions that an endpoint can record in the audit log, or null for none. Every endpoint that
 * changes data declares them. Its service calls `recordAudit` in the same transaction as the
 * change.
 */
type Audit = AuditAction | readonly AuditAction[] | null;

/** An API endpoint. */
export type Endpoint = MethodOptions & {
  /** The path relative to `/api`, with parameters such as `:id`. */
  path: `/${string}`;
  /** Serves the path at the site's root: `only` there, or `also` under `/api`. */
  root?: 'only' | 'also';
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
  /** A short title in the imperative, such as 'List agents'. */
  summary: string;
  /** Full sentences with details that the title omits. */
  description?: string;
  access: Access;
  /** Sign-in is optional. The handler receives the user, if any. Changes with an invalid token are rejected. */
  optionalSignIn?: true;
  /** A change with an invalid token is handled like a visitor's. */
  ignoresInvalidToken?: true;
  /** The request headers that the handler reads. */
  headers?: z.ZodObject;
  params?: z.ZodType;
  query?: z.ZodType;
  /** The JSON body, or the text fields of a multipart body. */
  body?: z.ZodType;
  /** The files of a multipart body. */
  files?: EndpointFiles;
  /** The success status. */
  status: 200 | 201 | 202 | 204;
  response: z.ZodType;
  /** The content type of a non-JSON response. The handler returns its text or bytes, or sends it itself. */
  contentType?: string;
  /** The response is personal and never cached, even if the caller is identified only by a token in the query. */
  personal?: true;
  /**
   * The queue of the endpoint's reads. Queues of expensive reads limit concurrency without delaying other reads.
   * `batchedReads` combines concurrent reads of records by ID on one connection.
   */
  queue?: 'bulk' | 'brochures' | 'shortlists' | 'batchedReads' | 'drawnAreas';
  /** The response is public but bypasses the response cache: every request calls the handler. */
  uncached?: true;
  /** Takes no queue slot because it mostly waits for an external server. */
  waitsForExternalServer?: true;
  /** A paged list with `page` and `limit` and the headers X-Total-Count and Link. */
  paged?: true;
  /** Sends X-Unread-Count, the total number of unread records, regardless of filters. */
  countsUnread?: true;
  /** Sends X-Pending-Count, the number of records awaiting a decision, regardless of filters. */
  countsPending?: true;
  /**
   * Can change public data. Rate limited per account and per IP address, except for admins. Later responses from this
   * process include the change.
   */
  changesPublicData?: true;
};

/** Returns the path of an endpoint from the root of the site. */
export const endpointUrl = ({ path, root }: Pick<Endpoint, 'path' | 'root'>): string =>
  root === 'only' ? path : `/api${path}`;
