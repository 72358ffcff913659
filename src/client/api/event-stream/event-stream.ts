/**
 * Events that the server pushes to a signed-in user (docs/product/notifications.md, Events). Uses
 * `fetch`, because `EventSource` cannot send headers and a token must not be in a URL.
 */

import { createEventParser, type StreamEvent } from './event-parser.ts';

/** The first reconnect delay; it doubles up to the maximum. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** After a stream has lasted this long, the reconnect delay is reset. */
const RESET_AFTER_MS = 30_000;
/** The server sends something every 15 seconds: after this much silence, the connection is dead. */
const MAX_SILENCE_MS = 40_000;
/** How long the stream stays open after its page is hidden. */
const MAX_HIDDEN_MS = 60_000;

/** The dependencies of a stream, replaced in tests. */
export interface EventStreamOptions {
  getToken: () => string | null;
  onEvent: (event: StreamEvent) => void;
  fetch?: typeof fetch;
}

/**
 * Opens a stream that reconnects from its last position until it is closed. Paused while the page
 * is hidden.
 *
 * @returns closes it
 */
export function openEventStream(options: EventStreamOptions): () => void {
  const { getToken, onEvent } = options;
  const get = options.fetch ?? ((...request) => fetch(...request));
  let lastId: string | undefined;
  let pauseMs = MIN_PAUSE_MS;
  let running: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  async function run(): Promise<void> {
    const controller = new AbortController();
    running = controller;
    const startedAt = Date.now();
    const parser = createEventParser(lastId);
    try {
      await read(controller, parser);
    } catch {
      // The stream broke: reconnect below.
    }
    lastId = parser.lastId();
    if (running !== controller) return;
    running = undefined;
    if (isClosed || (controller.signal.aborted && document.hidden)) return;
    if (Date.now() - startedAt > RESET_AFTER_MS) pauseMs = MIN_PAUSE_MS;
    const wait = parser.retryMs() ?? pauseMs * (0.5 + Math.random());
    pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2);
    timer = setTimeout(start, wait);
  }

  async function read(
    controller: AbortController,
    parser: ReturnType<typeof createEventParser>,
  ): Promise<void> {
    const token = getToken();
    if (token === null) return;
    const response = await get('/api/events', {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
      },
      signal: controller.signal,
      cache: 'no-store',
    });
    // The token is no longer valid: the page's next request reports it to the user.
    if (response.status === 401) isClosed = true;
    if (!response.ok || response.body === null) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const silence = setTimeout(() => controller.abort(), MAX_SILENCE_MS);
      try {
        const { done, value } = await reader.read();
        if (done) return;
        for (const event of parser.read(value)) onEvent(event);
      } finally {
        clearTimeout(silence);
      }
    }
  }

  function start(): void {
    clearTimeout(timer);
    if (isClosed || running !== undefined || document.hidden) return;
    void run();
  }

  function followVisibility(): void {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(() => running?.abort(), MAX_HIDDEN_MS);
    else start();
  }

  document.addEventListener('visibilitychange', followVisibility);
  start();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    clearTimeout(hiding);
    document.removeEventListener('visibilitychange', followVisibility);
    running?.abort();
  };
}
