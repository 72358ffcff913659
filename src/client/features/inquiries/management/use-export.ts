import { useState } from 'react';
import { toQueryString } from '../../../api/api-client.ts';
import { sessionStore } from '../../../session/session-store.ts';
import { showToast } from '../../../ui/notices/toast-store.ts';
import type { InboxSearch } from './inbox-queries.ts';

/** Fetches the inquiries that the inbox shows as a table, and hands the file to the browser. */
export function useExport({ stage, searchTerm, unread }: InboxSearch) {
  const [isPending, setPending] = useState(false);
  async function start() {
    setPending(true);
    try {
      const response = await fetch(
        `/api/inquiries.csv${toQueryString({ stage, searchTerm, unread })}`,
        { headers: { authorization: `Bearer ${sessionStore.getToken() ?? ''}` } },
      );
      if (!response.ok) throw new Error('refused');
      save(await response.blob());
    } catch {
      showToast({ tone: 'error', text: 'The inquiries could not be exported. Please try again.' });
    } finally {
      setPending(false);
    }
  }
  return { isPending, start: () => void start() };
}

function save(blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = 'inquiries.csv';
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
