/**
 * Events that the server pushes to a signed-in user (docs/product/notifications.md, Events). Uses
 * `fetch` because `EventSource` cannot send headers and a token must not be in a URL.
 */

import { createEventParser, type StreamEvent } from './event-parser.ts';

/** The first reconnect delay. It doubles up to the maximum. */
const MIN_RECONNECT_DELAY_MS = 1_000;
const MAX_RECONNECT_DELAY_MS = 60_000;
/** After a stream has lasted this long, the reconnect delay is reset. */
const RESET_DELAY_AFTER_MS = 30_000;
/**
 * The server sends data every 15 seconds. After this much silence, the connection is considered
 * dead.
 */
const MAX_SILENCE_MS = 40_000;
/** How long the stream stays open after the page is hidden. */
const MAX_HIDDEN_MS = 60_000;

/** The dependencies of a stream, replaced in tests. */
export interface EventStreamOptions {
  getToken: () => string | null;
  onEvent: (event: StreamEvent) => void;
  fetch?: typeof fetch;
}

/**
 * Opens a stream that reconnects from its last position until it is closed or the token is rejected.
 * Pauses when the page has been hidden for a minute.
 *
 * @returns a function that closes the stream
 */
export function openEventStream(options: EventStreamOptions): () => void {
  const { getToken, onEvent } = options;
  const fetchStream = options.fetch ?? ((...request) => fetch(...request));
  let lastId: string | undefined;
  let reconnectDelayMs = MIN_RECONNECT_DELAY_MS;
  let current: AbortController | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  async function run(): Promise<void> {
    const controller = new AbortController();
    current = controller;
    const startedAt = Date.now();
    const parser = createEventParser(lastId);
    try {
      await readStream(controller, parser);
    } catch {
      // The stream broke. Reconnect below.
    }
    lastId = parser.lastId();
    if (current !== controller) return;
    current = undefined;
    if (isClosed || (controller.signal.aborted && document.hidden)) return;
    if (Date.now() - startedAt > RESET_DELAY_AFTER_MS) reconnectDelayMs = MIN_RECONNECT_DELAY_MS;
    const delayMs = parser.retryMs() ?? reconnectDelayMs * (0.5 + Math.random());
    reconnectDelayMs = Math.min(MAX_RECONNECT_DELAY_MS, reconnectDelayMs * 2);
    reconnectTimer = setTimeout(start, delayMs);
  }

  async function readStream(
    controller: AbortController,
    parser: ReturnType<typeof createEventParser>,
  ): Promise<void> {
    const token = getToken();
    if (token === null) return;
    const response = await fetchStream('/api/events', {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
      },
      signal: controller.signal,
      cache: 'no-store',
    });
    // The token is no longer valid. The page's next request reports that to the user.
    if (response.status === 401) isClosed = true;
    if (!response.ok || response.body === null) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const silenceTimer = setTimeout(() => controller.abort(), MAX_SILENCE_MS);
      try {
        const { done, value } = await reader.read();
        if (done) return;
        for (const event of parser.read(value)) onEvent(event);
      } finally {
        clearTimeout(silenceTimer);
      }
    }
  }

  function start(): void {
    clearTimeout(reconnectTimer);
    if (isClosed || current !== undefined || document.hidden) return;
    void run();
  }

  function handleVisibilityChange(): void {
    clearTimeout(hiddenTimer);
    if (document.hidden) hiddenTimer = setTimeout(() => current?.abort(), MAX_HIDDEN_MS);
    else start();
  }

  document.addEventListener('visibilitychange', handleVisibilityChange);
  start();
  return () => {
    isClosed = true;
    clearTimeout(reconnectTimer);
    clearTimeout(hiddenTimer);
    document.removeEventListener('visibilitychange', handleVisibilityChange);
    current?.abort();
  };
}
