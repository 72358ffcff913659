/** Queries of the inbox and of all inquiries (docs/product/inquiries.md). */

import { useQuery } from '@tanstack/react-query';
import type { InquiryStage } from '#shared/schemas/inquiry.ts';
import { listQuery } from '../../../api/api-queries.ts';
import { readChoice, readPage } from '../../../api/page-data/list-url.ts';
import { STAGES } from '../stage-labels.ts';

/** The search in the URL of the dashboard's Inquiries page. */
export interface InboxSearch {
  /** The open inquiry; '' if none. */
  id: string;
  /** '' for all. */
  stage: InquiryStage | '';
  searchTerm: string;
  /** 'true' for unread inquiries only. */
  unread: 'true' | '';
  /** 'office' for all inquiries of a manager's office, 'own' for an admin's own; '' by default. */
  scope: 'office' | 'own' | '';
  /** From 1. */
  page: number;
}

export function readInboxSearch(search: URLSearchParams): InboxSearch {
  return {
    id: search.get('id') ?? '',
    stage: readChoice(search, 'stage', STAGES),
    searchTerm: search.get('searchTerm') ?? '',
    unread: readChoice(search, 'unread', ['true']),
    scope: readChoice(search, 'scope', ['office', 'own']),
    page: readPage(search),
  };
}

export function inboxQuery({ stage, searchTerm, unread, scope, page }: InboxSearch) {
  return listQuery('GET /inquiries', {
    query: {
      stage,
      searchTerm,
      unread,
      scope: scope || undefined,
      page: page === 1 ? undefined : page,
    },
  });
}

/** Fetches all inquiries, without their messages. */
export function allInquiriesQuery(search: Pick<InboxSearch, 'stage' | 'searchTerm' | 'page'>) {
  const { stage, searchTerm, page } = search;
  return listQuery('GET /inquiries/all', {
    query: {
      stage: stage || undefined,
      searchTerm: searchTerm || undefined,
      page: page === 1 ? undefined : page,
    },
  });
}

const UNREAD_QUERY = listQuery('GET /inquiries', { query: { limit: 1 } });
/** How often the count is refetched, in milliseconds, in case there is no event stream. */
const COUNT_INTERVAL_MS = 60_000;

/** Returns the number of unread inquiries; 0 while unknown. */
export function useUnreadInquiries(): number {
  return useQuery({ ...UNREAD_QUERY, refetchInterval: COUNT_INTERVAL_MS }).data?.unreadCount ?? 0;
}
