import type { ApiClient } from '../../api/api-client.ts';
import { saveFile } from '../../ui/actions/save-file.ts';
import { showToast } from '../../ui/notices/toast-store.ts';

/**
 * Downloads a tour's calendar entry. Uses the API client because a plain link sends no session.
 */
export async function downloadCalendar(
  api: ApiClient,
  id: string,
  token: string | undefined,
): Promise<void> {
  try {
    const text = await api.call('GET /tours/:id/calendar.ics', {
      params: { id },
      query: { token },
    });
    saveFile('tour.ics', new Blob([text], { type: 'text/calendar' }));
  } catch {
    showToast({ tone: 'error', text: 'The calendar entry could not be downloaded.' });
  }
}
