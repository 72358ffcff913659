/**
 * Extracts the text of each record without parsing the whole JSON, which can be an array of records, or
 * an OData response with `value`, `d.results`, or `d`.
 */

import { formatNumber } from '#shared/format/numbers.ts';
import { StartError } from '../../../errors/start-error.ts';
import { describeTooLong, MAX_ROW_CHARACTERS } from './row-limits.ts';

export type JsonEntries = {
  /** Adds the next chunk of text. @returns the entries that it completes, as JSON */
  add: (text: string) => string[];
  /** Call it at the end of the text. @throws StartError if the text is not JSON or has no records */
  end: () => void;
};

const CLOSERS = { '[': ']', '{': '}' } as const;

/** Paths of the array with the records: the root, and those of OData versions 4, 2, and 1. */
const ENTRY_ARRAYS: ReadonlySet<string> = new Set(['', 'value', 'd.results', 'd']);
const MAX_PATH_LENGTH = 2;
/** Enough for the keys in paths with surrounding white space. */
const MAX_KEY_LENGTH = 100;

/**
 * @param name the file name for error messages
 */
export function createJsonEntries(name: string): JsonEntries {
  /** The closing brackets that are still expected, in reverse order. */
  const closers: string[] = [];
  /** The keys of the open objects around the records; null in arrays. */
  const path: (string | null)[] = [];
  let isInString = false;
  let isEscaped = false;
  /** The length of `closers` inside the array with the records; undefined outside of it. */
  let entriesDepth: number | undefined;
  let hasEntries = false;
  let count = 0;
  let entry = '';
  /**
   * The text around the records (with `[]` in their place), its length, and its last characters.
   */
  const surroundingText: string[] = [];
  let surroundingLength = 0;
  let tail = '';

  const invalidJsonError = (reason: string) =>
    new StartError(`${name} is not valid JSON (${reason}).`);

  function append(text: string): void {
    if (entriesDepth === undefined) {
      surroundingText.push(text);
      surroundingLength += text.length;
      tail = `${tail}${text}`.slice(-MAX_KEY_LENGTH);
    } else {
      entry += text;
    }
    if (surroundingLength > MAX_ROW_CHARACTERS) {
      throw new StartError(
        `${name} has more than ${formatNumber(MAX_ROW_CHARACTERS)} characters outside its records.`,
      );
    }
    if (entry.length > MAX_ROW_CHARACTERS) {
      throw new StartError(describeTooLong(name, `entry ${count + 1}`));
    }
  }

  function open(bracket: '[' | '{', key: string | null): void {
    if (entriesDepth === undefined && closers.length <= MAX_PATH_LENGTH) {
      if (closers.length > 0) path.push(closers.at(-1) === '}' ? key : null);
      if (bracket === '[' && !hasEntries && ENTRY_ARRAYS.has(path.join('.'))) {
        hasEntries = true;
        entriesDepth = closers.length + 1;
      }
    }
    closers.push(CLOSERS[bracket]);
  }

  function close(bracket: string): void {
    if (closers.pop() !== bracket) throw invalidJsonError(`entry ${count + 1}`);
    if (entriesDepth === undefined && closers.length <= MAX_PATH_LENGTH) path.pop();
  }

  function add(text: string): string[] {
    const complete: string[] = [];
    let start = 0;
    const appendUntil = (end: number) => {
      append(text.slice(start, end));
      start = end;
    };
    const completeEntry = () => {
      complete.push(entry);
      count += 1;
      entry = '';
    };
    for (let index = 0; index < text.length; index += 1) {
      const character = text[index] ?? '';
      if (isEscaped) {
        isEscaped = false;
      } else if (isInString) {
        if (character === '\\') isEscaped = true;
        else if (character === '"') isInString = false;
      } else if (character === '"') {
        isInString = true;
      } else if (character === '[' || character === '{') {
        if (entriesDepth === undefined) {
          appendUntil(index);
          const key = findLastKey(tail);
          appendUntil(index + 1);
          open(character, key);
        } else {
          closers.push(CLOSERS[character]);
        }
      } else if (character === ',') {
        if (entriesDepth !== closers.length) continue;
        appendUntil(index);
        start = index + 1;
        completeEntry();
      } else if (character === ']' || character === '}') {
        if (entriesDepth === closers.length) {
          appendUntil(index);
          if (count > 0 || entry.trim() !== '') completeEntry();
          entriesDepth = undefined;
        }
        close(character);
      }
    }
    appendUntil(text.length);
    return complete;
  }

  return {
    add,
    end: () => {
      if (entriesDepth !== undefined || closers.length > 0)
        throw invalidJsonError('it ends too early');
      try {
        JSON.parse(surroundingText.join(''));
      } catch {
        throw invalidJsonError(hasEntries ? `after entry ${count}` : 'line 1');
      }
      if (hasEntries) return;
      throw new StartError(
        `${name} has no records. Expected an array of records, an OData response with "value" or "d.results", or one record per line.`,
      );
    },
  };
}

/** Returns the key at the end of the text of an object, such as `value` in `{"value":`. */
function findLastKey(text: string): string | null {
  const end = text.trimEnd();
  if (!end.endsWith(':')) return null;
  const quoted = end.slice(0, -1).trimEnd();
  const start = quoted.lastIndexOf('"', quoted.length - 2);
  return start === -1 ? null : quoted.slice(start + 1, -1);
}
