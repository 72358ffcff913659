/** The audit log's search and query (docs/product/audit-log.md). */

import { AUDIT_ACTION_NAMES, type AuditAction } from '#shared/audit-actions.ts';
import { listQuery } from '../../api/api-queries.ts';
import { readChoice, readPage } from '../../api/page-data/list-url.ts';

/** The search in the page's URL; '' for no filter. */
export interface AuditSearch {
  action: AuditAction | '';
  /** The first day (UTC), YYYY-MM-DD. */
  from: string;
  /** The last day (UTC), YYYY-MM-DD. */
  to: string;
  /** A kind such as `user`, or a single entity such as `user:17`. */
  entity: string;
  /** From 1. */
  page: number;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const ENTITY = /^[a-z_]{1,40}(?::[\w.-]{1,100})?$/;

/** Reads the search from a URL's parameters. Invalid values are ignored. */
export function readAuditSearch(params: URLSearchParams): AuditSearch {
  const readParameter = (name: string, pattern: RegExp) => {
    const text = params.get(name) ?? '';
    return pattern.test(text) ? text : '';
  };
  return {
    action: readChoice(params, 'action', AUDIT_ACTION_NAMES),
    from: readParameter('from', DAY),
    to: readParameter('to', DAY),
    entity: readParameter('entity', ENTITY),
    page: readPage(params),
  };
}

/** Returns the filters without empty ones. */
export function auditFilters({ action, from, to, entity }: AuditSearch) {
  return {
    action: action || undefined,
    from: from || undefined,
    to: to || undefined,
    entity: entity || undefined,
  };
}

export function auditQuery(search: AuditSearch) {
  const page = search.page === 1 ? undefined : search.page;
  return listQuery('GET /audit', { query: { ...auditFilters(search), page } });
}
