/** Reads the text of an event stream (WHATWG HTML, 9.2.6), as it comes, in pieces. */

/** An event with its data as JSON. */
export interface StreamEvent {
  kind: string;
  data: unknown;
}

export interface EventParser {
  /** The events that a piece completes. */
  read: (piece: string) => StreamEvent[];
  /** Id of the newest event; undefined before the first. */
  lastId: () => string | undefined;
  /** How long the server wants to be left alone once the stream ends, in milliseconds; undefined if it did not say. */
  retryMs: () => number | undefined;
}

/** @param lastId of the stream that this one continues */
export function createEventParser(lastId?: string): EventParser {
  let id = lastId;
  let retry: number | undefined;
  let rest = '';

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
    read: (piece) => {
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      return blocks.flatMap((block) => readBlock(block) ?? []);
    },
    lastId: () => id,
    retryMs: () => retry,
  };
}
