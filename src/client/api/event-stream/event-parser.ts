/** Incrementally parses an event stream (WHATWG HTML, 9.2.6). */

/** An event with its data, parsed from JSON. */
export interface StreamEvent {
  kind: string;
  data: unknown;
}

export interface EventParser {
  /** Returns the events that a chunk completes. */
  read: (chunk: string) => StreamEvent[];
  /** Returns the last received ID; before the first one, the ID to resume from, if any. */
  lastId: () => string | undefined;
  /**
   * Returns how long the server wants the client to wait before reconnecting, in milliseconds;
   * undefined if not specified.
   */
  retryMs: () => number | undefined;
}

/**
 * Creates a parser.
 *
 * @param lastId the last event ID of the stream to resume
 */
export function createEventParser(lastId?: string): EventParser {
  let id = lastId;
  let retry: number | undefined;
  let buffer = '';

  function readBlock(block: string): StreamEvent | null {
    let kind = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
      if (field === 'id') id = value;
      if (field === 'event') kind = value;
      if (field === 'data') data.push(value);
      if (field === 'retry' && /^\d+$/.test(value)) retry = Number(value);
    }
    if (data.length === 0) return null;
    try {
      return { kind, data: JSON.parse(data.join('\n')) as unknown };
    } catch {
      return null;
    }
  }

  return {
    read: (chunk) => {
      const blocks = (buffer + chunk).split('\n\n');
      buffer = blocks.pop() ?? '';
      return blocks.flatMap((block) => readBlock(block) ?? []);
    },
    lastId: () => id,
    retryMs: () => retry,
  };
}
