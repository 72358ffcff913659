import { useState } from 'react';
import { toQueryString } from '../../../api/api-client.ts';
import { sessionStore } from '../../../session/session-store.ts';
import { saveFile } from '../../../ui/actions/save-file.ts';
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
      saveFile('inquiries.csv', await response.blob());
    } catch {
      showToast({ tone: 'error', text: 'The inquiries could not be exported. Please try again.' });
    } finally {
      setPending(false);
    }
  }
  return { isPending, start: () => void start() };
}
