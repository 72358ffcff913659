/**
 * Converts a parsed filter to parameterized SQL. No text from the filter becomes part of a
 * statement.
 */

import { type RawBuilder, sql } from 'kysely';
import type { ResoField, ResoFields } from '../../import/reso/reso-serializer.ts';
import { invalidOptionError } from './odata-error.ts';
import type { Comparison, Expression, FunctionName, Literal } from './parse-filter.ts';

type Kind = 'text' | 'number' | 'boolean' | 'day' | 'time' | 'null';
type Operand = { kind: Kind; sql: RawBuilder<unknown> };

const KIND_OF_TYPE: Readonly<Record<ResoField['type'], Kind>> = {
  'Edm.String': 'text',
  'Edm.Boolean': 'boolean',
  'Edm.Int64': 'number',
  'Edm.Decimal': 'number',
  'Edm.Double': 'number',
  'Edm.Date': 'day',
  'Edm.DateTimeOffset': 'time',
};
const KIND_LABELS: Readonly<Record<Kind, string>> = {
  text: 'a string',
  number: 'a number',
  boolean: 'a Boolean',
  day: 'a date',
  time: 'a date and time',
  null: 'null',
};
const CASTS = { text: 'text', number: 'numeric', day: 'date', time: 'timestamptz' } as const;
const OPERATORS: Readonly<Record<Comparison, RawBuilder<unknown>>> = {
  eq: sql`=`,
  ne: sql`is distinct from`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};
const filterError = (message: string) => invalidOptionError('$filter', message);

/** @throws ODataError 400 if the filter does not fit the fields, such as for unknown fields or values of the wrong type */
export function toCondition(expression: Expression, fields: ResoFields): RawBuilder<unknown> {
  return buildCondition(expression, { fields, variable: null });
}

type Scope = { fields: ResoFields; variable: string | null };

function findField({ fields }: Scope, name: string): ResoField {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field === undefined) throw filterError(`There is no field ${name}.`);
  return field;
}

function buildCondition(expression: Expression, scope: Scope): RawBuilder<unknown> {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const [left, right] = [
        buildCondition(expression.left, scope),
        buildCondition(expression.right, scope),
      ];
      return expression.kind === 'and' ? sql`(${left} and ${right})` : sql`(${left} or ${right})`;
    }
    case 'not':
      return sql`(${buildCondition(expression.operand, scope)} is not true)`;
    case 'compare':
      return buildComparison(
        expression.operator,
        toOperand(expression.left, scope),
        toOperand(expression.right, scope),
      );
    case 'in': {
      const left = toOperand(expression.left, scope);
      const parts = expression.values.map((value) => buildComparison('eq', left, toLiteral(value)));
      return sql`(${sql.join(parts, sql` or `)})`;
    }
    case 'lambda':
      return buildLambda(expression, scope);
    default: {
      const value = toOperand(expression, scope);
      if (value.kind !== 'boolean') throw filterError('$filter needs a condition.');
      return value.sql;
    }
  }
}

function buildComparison(operator: Comparison, left: Operand, right: Operand): RawBuilder<unknown> {
  if (left.kind === 'null' || right.kind === 'null') {
    const other = left.kind === 'null' ? right : left;
    if (operator === 'eq') return sql`(${other.sql} is null)`;
    if (operator === 'ne') return sql`(${other.sql} is not null)`;
    return sql`false`;
  }
  const [a, b] = [asTime(left, right), asTime(right, left)];
  if (a.kind !== b.kind)
    throw filterError(`$filter compares ${KIND_LABELS[a.kind]} with ${KIND_LABELS[b.kind]}.`);
  return sql`(${a.sql} ${OPERATORS[operator]} ${b.sql})`;
}

/** Converts a day to its start in UTC if it is compared with a time. */
function asTime(value: Operand, other: Operand): Operand {
  if (value.kind !== 'day' || other.kind !== 'time') return value;
  return { kind: 'time', sql: sql`(${value.sql}::timestamp at time zone 'UTC')` };
}

function toLiteral(value: Literal): Operand {
  if (value.kind === 'null') return { kind: 'null', sql: sql`null` };
  if (value.kind === 'boolean') return { kind: 'boolean', sql: sql`${value.value}::boolean` };
  return { kind: value.kind, sql: sql`${value.value}::${sql.raw(CASTS[value.kind])}` };
}

function toOperand(expression: Expression, scope: Scope): Operand {
  switch (expression.kind) {
    case 'field': {
      if (expression.name === scope.variable) return { kind: 'text', sql: sql`item.value` };
      const field = findField(scope, expression.name);
      if (field.isCollection)
        throw filterError(`${expression.name} has several values: use any or all.`);
      return { kind: KIND_OF_TYPE[field.type], sql: field.sql };
    }
    case 'call':
      return buildCall(expression.name, expression.args, scope);
    case 'compare':
    case 'in':
    case 'and':
    case 'or':
    case 'not':
    case 'lambda':
      return { kind: 'boolean', sql: buildCondition(expression, scope) };
    default:
      return toLiteral(expression);
  }
}

function buildCall(name: FunctionName, args: readonly Expression[], scope: Scope): Operand {
  if (name === 'now') return { kind: 'time', sql: sql`now()` };
  const [first, second] = args.map((argument) => toOperand(argument, scope));
  if (name === 'date') {
    if (first?.kind !== 'time') throw filterError('date takes a date and time.');
    return { kind: 'day', sql: sql`(${first.sql} at time zone 'UTC')::date` };
  }
  if (first?.kind !== 'text') throw filterError(`${name} takes a string.`);
  if (name === 'tolower') return { kind: 'text', sql: sql`lower(${first.sql})` };
  if (name === 'toupper') return { kind: 'text', sql: sql`upper(${first.sql})` };
  if (second?.kind !== 'text') throw filterError(`${name} takes two strings.`);
  switch (name) {
    case 'contains':
      return { kind: 'boolean', sql: sql`(strpos(${first.sql}, ${second.sql}) > 0)` };
    case 'startswith':
      return { kind: 'boolean', sql: sql`starts_with(${first.sql}, ${second.sql})` };
    case 'endswith':
      return {
        kind: 'boolean',
        sql: sql`(right(${first.sql}, char_length(${second.sql})) = ${second.sql})`,
      };
    default:
      return name satisfies never;
  }
}

function buildLambda(
  { quantifier, field: name, variable, condition: inner }: Extract<Expression, { kind: 'lambda' }>,
  scope: Scope,
): RawBuilder<unknown> {
  const field = findField(scope, name);
  if (!field.isCollection) throw filterError(`${name} has only one value.`);
  if (scope.variable !== null) throw filterError('any and all cannot be nested.');
  if (inner === null) return sql`(cardinality(${field.sql}) > 0)`;
  const predicate = buildCondition(inner, { ...scope, variable });
  const items = sql`select from unnest(${field.sql}) as item (value)`;
  return quantifier === 'any'
    ? sql`exists (${items} where ${predicate})`
    : sql`not exists (${items} where (${predicate}) is not true)`;
}
