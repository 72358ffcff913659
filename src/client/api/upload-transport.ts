/**
 * Sends a form with files and reports its progress. Uses XMLHttpRequest because `fetch` cannot
 * report progress.
 */

/** The progress of an upload. Both numbers count the whole form, not only its files. */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/** Like `fetch`, with upload progress. Rejects with the signal's reason when aborted. */
export type UploadTransport = (
  path: string,
  init: RequestInit,
  onProgress: (progress: UploadProgress) => void,
) => Promise<Response>;

/** Statuses whose response must have no body (Fetch standard, null body status). */
const EMPTY_STATUSES = new Set([204, 205, 304]);

/**
 * The browser's implementation. The response has only a status and a body because no caller reads
 * an upload's headers.
 */
export const xhrUpload: UploadTransport = (path, init, onProgress) =>
  new Promise((resolve, reject) => {
    const { signal } = init;
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'POST', path);
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
    const onAbort = () => request.abort();
    signal?.addEventListener('abort', onAbort);

    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress({ sentBytes: loaded, totalBytes: total }),
    );
    request.addEventListener('load', () => {
      const body = EMPTY_STATUSES.has(request.status) ? null : request.responseText;
      resolve(new Response(body, { status: request.status }));
    });
    request.addEventListener('error', () => reject(new TypeError('The connection was lost.')));
    request.addEventListener('abort', () => reject(signal?.reason as Error));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', onAbort));
    request.send(init.body as FormData);
  });
