/** Splits CSV into records. A record ends at a line break after an even number of quotation marks. */

import { StartError } from '../../../errors/start-error.ts';
import { describeTooLong, MAX_ROW_CHARACTERS } from './row-limits.ts';

/**
 * A line with its line break. An odd number of quotation marks opens or closes a field.
 */
export type Line = { text: string; position: number; hasOddQuotes: boolean };

/** One or more complete lines. `position` is the number of the first line, counted from 1. */
export type CsvRecord = { text: string; position: number; lines: Line[] };

/** Longer records are errors caused by an unclosed quotation mark. */
const MAX_RECORD_LINES = 500;

export type RecordSplitter = {
  /** Adds the next chunk of text. */
  add: (text: string) => void;
  /** Returns at most `maxRecords` complete records, without blank lines; none if more text is needed. */
  take: (isEndOfFile: boolean, maxRecords: number) => CsvRecord[];
  /** Moves back to a line of a returned record. */
  rewind: (position: number) => void;
};

/** @param name the file name for error messages */
export function createRecordSplitter(name: string): RecordSplitter {
  let lines: Line[] = [];
  /** The index in `lines` of the next record. */
  let next = 0;
  let incompleteLine = '';
  let position = 0;
  /** Whether lines end with only a carriage return; undefined before the first line end. */
  let usesCarriageReturns: boolean | undefined;

  function addLine(text: string): void {
    position += 1;
    if (text.length > MAX_ROW_CHARACTERS) {
      throw new StartError(describeTooLong(name, `line ${position}`));
    }
    lines.push({ text, position, hasOddQuotes: hasOddQuotes(text) });
  }

  function add(text: string): void {
    lines = lines.slice(next);
    next = 0;
    let combined = incompleteLine + text;
    usesCarriageReturns ??= detectCarriageReturns(combined);
    if (usesCarriageReturns === true) combined = combined.replaceAll('\r', '\n');
    let start = 0;
    for (let end = combined.indexOf('\n'); end !== -1; end = combined.indexOf('\n', start)) {
      addLine(combined.slice(start, end + 1));
      start = end + 1;
    }
    incompleteLine = combined.slice(start);
    if (incompleteLine.length > MAX_ROW_CHARACTERS) {
      throw new StartError(describeTooLong(name, `line ${position + 1}`));
    }
  }

  function takeRecord(isEndOfFile: boolean): CsvRecord | undefined {
    if (isEndOfFile && incompleteLine !== '') {
      addLine(`${incompleteLine}\n`);
      incompleteLine = '';
    }
    while (lines[next]?.text.trim() === '') next += 1;
    let isOpen = false;
    let length = 0;
    for (let index = next; index < lines.length; index += 1) {
      const line = lines[index];
      if (!line) break;
      if (line.hasOddQuotes) isOpen = !isOpen;
      length += line.text.length;
      const isTooLong = index - next >= MAX_RECORD_LINES || length > MAX_ROW_CHARACTERS;
      if (!isOpen || isTooLong || (isEndOfFile && index === lines.length - 1)) {
        const recordLines = lines.slice(next, index + 1);
        next = index + 1;
        const text = recordLines.map((part) => part.text).join('');
        return { text, position: recordLines[0]?.position ?? 0, lines: recordLines };
      }
    }
    return undefined;
  }

  function take(isEndOfFile: boolean, maxRecords: number): CsvRecord[] {
    const records: CsvRecord[] = [];
    while (records.length < maxRecords) {
      const record = takeRecord(isEndOfFile);
      if (!record) break;
      records.push(record);
    }
    return records;
  }

  return {
    add,
    take,
    rewind: (to) => {
      next = to - (lines[0]?.position ?? to);
    },
  };
}

/** Returns whether lines end with only a carriage return; undefined before the first line end. */
function detectCarriageReturns(text: string): boolean | undefined {
  const end = /[\r\n][^]?/.exec(text)?.[0];
  if (end === undefined || end === '\r') return undefined;
  return end.startsWith('\r') && end !== '\r\n';
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let index = text.indexOf('"'); index !== -1; index = text.indexOf('"', index + 1)) {
    isOdd = !isOdd;
  }
  return isOdd;
}
