/** A bounded recursive-descent parser for `$filter` (OData 4.01 URL conventions, 5.1.1). */

import { countOf, formatNumber } from '#shared/format/numbers.ts';
import { isValidDate } from '#shared/properties/field-ranges.ts';
import { isStorable } from '#shared/schemas/common.ts';
import { invalidOptionError } from './odata-error.ts';

const MAX_LENGTH = 8_000;
const MAX_OPERATORS = 100;
const MAX_DEPTH = 50;

export type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';
export type Literal =
  | { kind: 'text' | 'number' | 'day' | 'time'; value: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' };
export type FunctionName =
  | 'contains'
  | 'startswith'
  | 'endswith'
  | 'tolower'
  | 'toupper'
  | 'now'
  | 'date';
export type Expression =
  | Literal
  | { kind: 'field'; name: string }
  | { kind: 'call'; name: FunctionName; args: Expression[] }
  | { kind: 'compare'; operator: Comparison; left: Expression; right: Expression }
  | { kind: 'in'; left: Expression; values: Literal[] }
  | { kind: 'and' | 'or'; left: Expression; right: Expression }
  | { kind: 'not'; operand: Expression }
  | {
      kind: 'lambda';
      quantifier: 'any' | 'all';
      field: string;
      variable: string | null;
      condition: Expression | null;
    };

const ARGUMENT_COUNTS: Readonly<Record<FunctionName, number>> = {
  contains: 2,
  startswith: 2,
  endswith: 2,
  tolower: 1,
  toupper: 1,
  now: 0,
  date: 1,
};
const isFunction = (name: string): name is FunctionName => Object.hasOwn(ARGUMENT_COUNTS, name);
const COMPARISONS: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le']);
const isComparison = (word: string): word is Comparison => COMPARISONS.has(word);

type Token = { kind: 'word' | 'text' | 'number' | 'day' | 'time' | 'symbol'; text: string };

/** The alternatives are unambiguous, so matching takes linear time. */
const TOKEN =
  /[ \t]*(?:(?<text>'(?:[^']|'')*')|(?<time>\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:Z|[+-]\d\d:\d\d))|(?<day>\d{4}-\d\d-\d\d)(?![\dT])|(?<number>[+-]?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,2})?)(?![\w.])|(?<word>[A-Za-z_]\w{0,127})|(?<symbol>[(),:/]))/y;

const filterError = (message: string) => invalidOptionError('$filter', message);

/**
 * Returns a function that reads the next token; undefined at the end. Because it reads lazily, the
 * parser can reject a filter that exceeds a limit without reading all of it.
 */
function createReader(filter: string): () => Token | undefined {
  const end = filter.trimEnd().length;
  let position = 0;
  return () => {
    if (position >= end) return undefined;
    TOKEN.lastIndex = position;
    const groups = TOKEN.exec(filter)?.groups;
    const match = Object.entries(groups ?? {}).find(([, text]) => text !== undefined);
    if (match === undefined) {
      throw filterError(`$filter cannot be parsed at character ${position + 1}.`);
    }
    position = TOKEN.lastIndex;
    return { kind: match[0] as Token['kind'], text: match[1] ?? '' };
  };
}

/**
 * @throws ODataError 400 for a filter that is invalid, is too long, or has too many operators or
 * levels
 */
export function parseFilter(filter: string): Expression {
  if (filter.length > MAX_LENGTH)
    throw filterError(`$filter has more than ${formatNumber(MAX_LENGTH)} characters.`);
  if (!isStorable(filter)) throw filterError('$filter has invalid characters.');
  const read = createReader(filter);
  let next = read();
  let operatorCount = 0;
  let depth = 0;

  const isNext = (text: string) =>
    next?.text === text && (next.kind === 'word' || next.kind === 'symbol');
  function take(text: string): boolean {
    if (!isNext(text)) return false;
    next = read();
    return true;
  }
  function expect(text: string): void {
    if (!take(text))
      throw filterError(
        `$filter needs "${text}" ${next === undefined ? 'at its end' : `before "${next.text}"`}.`,
      );
  }
  function countOperator(): void {
    operatorCount += 1;
    if (operatorCount > MAX_OPERATORS)
      throw filterError(`$filter has more than ${MAX_OPERATORS} operators.`);
  }
  function readNested<T>(readInner: () => T): T {
    depth += 1;
    if (depth > MAX_DEPTH) throw filterError(`$filter has more than ${MAX_DEPTH} levels.`);
    const result = readInner();
    depth -= 1;
    return result;
  }

  function readOr(): Expression {
    let left = readAnd();
    while (take('or')) {
      countOperator();
      left = { kind: 'or', left, right: readAnd() };
    }
    return left;
  }
  function readAnd(): Expression {
    let left = readNot();
    while (take('and')) {
      countOperator();
      left = { kind: 'and', left, right: readNot() };
    }
    return left;
  }
  function readNot(): Expression {
    if (!take('not')) return readComparison();
    countOperator();
    return { kind: 'not', operand: readNested(readNot) };
  }
  function readComparison(): Expression {
    const left = readOperand();
    const word = next?.kind === 'word' ? next.text : '';
    if (isComparison(word)) {
      next = read();
      countOperator();
      return { kind: 'compare', operator: word, left, right: readOperand() };
    }
    if (!take('in')) return left;
    countOperator();
    expect('(');
    const values = [readLiteral()];
    while (take(',')) {
      countOperator();
      values.push(readLiteral());
    }
    expect(')');
    return { kind: 'in', left, values };
  }
  function readLiteral(): Literal {
    const operand = readOperand();
    if (operand.kind === 'null' || 'value' in operand) return operand;
    throw filterError('A list after "in" can contain only values.');
  }
  function readOperand(): Expression {
    const token = next;
    if (token === undefined) throw filterError('$filter is incomplete.');
    next = read();
    switch (token.kind) {
      case 'text':
        return { kind: 'text', value: token.text.slice(1, -1).replaceAll("''", "'") };
      case 'number':
        return { kind: 'number', value: token.text };
      case 'day':
        if (!isValidDate(token.text)) throw filterError(`${token.text} is not a valid date.`);
        return { kind: 'day', value: token.text };
      case 'time':
        return { kind: 'time', value: checkTime(token.text) };
      case 'symbol':
        if (token.text !== '(') throw filterError(`$filter has an unexpected "${token.text}".`);
        return readNested(() => {
          const inner = readOr();
          expect(')');
          return inner;
        });
      case 'word':
        return readWord(token.text);
      default:
        return token.kind satisfies never;
    }
  }
  function readWord(word: string): Expression {
    if (word === 'true' || word === 'false') return { kind: 'boolean', value: word === 'true' };
    if (word === 'null') return { kind: 'null' };
    if (isNext('(')) return readCall(word);
    return take('/') ? readLambda(word) : { kind: 'field', name: word };
  }
  function readCall(name: string): Expression {
    if (!isFunction(name)) throw filterError(`There is no function ${name}.`);
    countOperator();
    expect('(');
    const args: Expression[] = [];
    if (!isNext(')')) {
      do args.push(readNested(readOr));
      while (take(','));
    }
    expect(')');
    if (args.length !== ARGUMENT_COUNTS[name]) {
      throw filterError(`${name} takes ${countOf(ARGUMENT_COUNTS[name], 'argument')}.`);
    }
    return { kind: 'call', name, args };
  }
  function readLambda(field: string): Expression {
    const quantifier = take('any') ? 'any' : take('all') ? 'all' : null;
    if (quantifier === null) throw filterError(`${field}/ must be followed by any or all.`);
    countOperator();
    expect('(');
    if (take(')')) {
      if (quantifier === 'all') throw filterError('all needs a condition.');
      return { kind: 'lambda', quantifier, field, variable: null, condition: null };
    }
    const variable = next;
    if (variable?.kind !== 'word') throw filterError(`${quantifier} needs a variable.`);
    next = read();
    expect(':');
    const condition = readNested(readOr);
    expect(')');
    return { kind: 'lambda', quantifier, field, variable: variable.text, condition };
  }

  const expression = readOr();
  if (next !== undefined) throw filterError(`$filter has an unexpected "${next.text}".`);
  return expression;
}

function checkTime(text: string): string {
  const isValidTime = isValidDate(text.slice(0, 10)) && !Number.isNaN(new Date(text).getTime());
  if (!isValidTime) throw filterError(`${text} is not a valid time.`);
  return text;
}
