import { useState } from 'react';
import { saveFile } from '../ui/actions/save-file.ts';
import { showToast } from '../ui/notices/toast-store.ts';
import { sessionStore } from './session-store.ts';

/**
 * Returns `start`, which downloads a file with the session's token, and `isPending`, which is true
 * during the download.
 *
 * @param options.path the API path with its query
 * @param options.name the name of the saved file
 * @param options.failure the error message
 */
export function useDownload(options: { path: string; name: string; failure: string }) {
  const { path, name, failure } = options;
  const [isPending, setIsPending] = useState(false);
  async function start() {
    setIsPending(true);
    try {
      const response = await fetch(`/api${path}`, {
        headers: { authorization: `Bearer ${sessionStore.getToken() ?? ''}` },
      });
      if (!response.ok) throw new Error(`Status ${response.status}`);
      saveFile(name, await response.blob());
    } catch {
      showToast({ tone: 'error', text: failure });
    } finally {
      setIsPending(false);
    }
  }
  return { isPending, start: () => void start() };
}
