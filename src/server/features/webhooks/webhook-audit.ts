/** Webhooks in the audit log, without secret parts of their URLs. */

import type { WebhookRow } from './webhook-repository.ts';

/** Returns `https://hooks.example.com/…`, because paths and queries often contain a token. */
export function withoutPath(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  return `${protocol}//${host}${pathname === '/' && search === '' ? '' : '/…'}`;
}

export const toAuditEntity = ({ id, url }: Pick<WebhookRow, 'id' | 'url'>) => ({
  kind: 'webhook',
  id,
  title: new URL(url).host,
});
