/** Splits CSV into records, which end at a line break after an even number of quotation marks. */

import { StartError } from '../../../errors/start-error.ts';

/**
 * A line with its line break. `isOdd`: an odd number of quotation marks, which opens or closes a
 * field.
 */
export type Line = { text: string; position: number; isOdd: boolean };

/** One or more whole lines. `position` counts from 1. */
export type CsvRecord = { text: string; position: number; lines: Line[] };

/** A longer record is an error: a quotation mark was never closed. */
const MAX_RECORD_LINES = 500;
const MAX_RECORD_LENGTH = 500_000;
const MAX_LINE_LENGTH = 4_000_000;
/** Maximum number of records returned at a time. */
const GROUP_SIZE = 500;

export type RecordSplitter = {
  /** Adds the next chunk of text. */
  add: (text: string) => void;
  /** Returns some complete records, without blank lines; none if more text is needed. */
  take: (isEnd: boolean) => CsvRecord[];
  takeOne: (isEnd: boolean) => CsvRecord | undefined;
  /** Puts lines back at the front, to be taken again. */
  putBack: (lines: readonly Line[]) => void;
};

/** @param name the file's name, for error messages */
export function createRecordSplitter(name: string): RecordSplitter {
  let lines: Line[] = [];
  let next = 0;
  let unfinished = '';
  let position = 0;
  /** Whether lines end with only a carriage return; undefined until the first one ends. */
  let hasCarriageReturns: boolean | undefined;

  function addLine(text: string): void {
    position += 1;
    lines.push({ text, position, isOdd: isOdd(text) });
  }

  function add(text: string): void {
    let whole = unfinished + text;
    hasCarriageReturns ??= endsWithCarriageReturn(whole);
    if (hasCarriageReturns === true) whole = whole.replaceAll('\r', '\n');
    let start = 0;
    for (let end = whole.indexOf('\n'); end !== -1; end = whole.indexOf('\n', start)) {
      addLine(whole.slice(start, end + 1));
      start = end + 1;
    }
    unfinished = whole.slice(start);
    if (unfinished.length > MAX_LINE_LENGTH) {
      throw new StartError(`${name} is not CSV: line ${position + 1} does not end.`);
    }
  }

  function takeOne(isEnd: boolean): CsvRecord | undefined {
    if (isEnd && unfinished !== '') {
      addLine(`${unfinished}\n`);
      unfinished = '';
    }
    while (lines[next]?.text.trim() === '') next += 1;
    let isOpen = false;
    let length = 0;
    for (let index = next; index < lines.length; index += 1) {
      const line = lines[index];
      if (!line) break;
      if (line.isOdd) isOpen = !isOpen;
      length += line.text.length;
      const isTooLong = index - next >= MAX_RECORD_LINES || length > MAX_RECORD_LENGTH;
      if (!isOpen || isTooLong || (isEnd && index === lines.length - 1)) {
        const taken = lines.slice(next, index + 1);
        next = index + 1;
        const text = taken.map((part) => part.text).join('');
        return { text, position: taken[0]?.position ?? 0, lines: taken };
      }
    }
    return undefined;
  }

  function take(isEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    while (records.length < GROUP_SIZE) {
      const record = takeOne(isEnd);
      if (!record) break;
      records.push(record);
    }
    lines = lines.slice(next);
    next = 0;
    return records;
  }

  return {
    add,
    take,
    takeOne,
    putBack: (again) => {
      lines = [...again, ...lines.slice(next)];
      next = 0;
    },
  };
}

/** Returns undefined until the first line has ended. */
function endsWithCarriageReturn(text: string): boolean | undefined {
  const end = /[\r\n][^]?/.exec(text)?.[0];
  if (end === undefined || end === '\r') return undefined;
  return end.startsWith('\r') && end !== '\r\n';
}

function isOdd(text: string): boolean {
  let odd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) odd = !odd;
  return odd;
}
