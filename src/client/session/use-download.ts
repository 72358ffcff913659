import { useState } from 'react';
import { saveFile } from '../ui/actions/save-file.ts';
import { showToast } from '../ui/notices/toast-store.ts';
import { sessionStore } from './session-store.ts';

/**
 * Returns a function that downloads a file with the session's token.
 *
 * @param options.path of the API, with its query
 * @param options.name of the saved file
 * @param options.failure the error message
 */
export function useDownload(options: { path: string; name: string; failure: string }) {
  const { path, name, failure } = options;
  const [isPending, setPending] = useState(false);
  async function start() {
    setPending(true);
    try {
      const response = await fetch(`/api${path}`, {
        headers: { authorization: `Bearer ${sessionStore.getToken() ?? ''}` },
      });
      if (!response.ok) throw new Error('refused');
      saveFile(name, await response.blob());
    } catch {
      showToast({ tone: 'error', text: failure });
    } finally {
      setPending(false);
    }
  }
  return { isPending, start: () => void start() };
}
