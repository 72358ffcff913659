/** Webhooks in the audit log, without secret parts of their URLs. */

import type { WebhookRow } from './webhook-repository.ts';

/** Replaces a URL's path and query with `…` because they often contain a token. */
export function withoutPath(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  return `${protocol}//${host}${pathname === '/' && search === '' ? '' : '/…'}`;
}

export const toAuditEntity = ({ id, url }: Pick<WebhookRow, 'id' | 'url'>) => ({
  kind: 'webhook',
  id,
  title: new URL(url).host,
});
