/** The OData query options that the RESO Web API supports. */

import type { RawBuilder } from 'kysely';
import { formatNumber } from '#shared/format/numbers.ts';
import { isStorable } from '#shared/schemas/common.ts';
import { toCondition } from './odata/filter-repository.ts';
import { invalidOptionError } from './odata/odata-error.ts';
import { parseFilter } from './odata/parse-filter.ts';
import type { OrderTerm } from './reso-repository.ts';
import { EXPANSIONS, type Resource } from './resources-repository.ts';

const NAMES = new Set([
  '$select',
  '$filter',
  '$orderby',
  '$top',
  '$skip',
  '$count',
  '$expand',
  '$format',
  '$skiptoken',
]);
const MAX_ORDER_TERMS = 10;
/** The maximum of `$top` and `$skip`. */
const MAX_NUMBER = 2_000_000_000;

export type Options = {
  select: string[];
  condition: RawBuilder<unknown> | null;
  order: OrderTerm[];
  top: number | null;
  skip: number;
  isCounted: boolean;
  expand: string[];
  after: (string | null)[] | null;
};

/**
 * Reads a URL's query options. Names without `$` are ignored.
 *
 * @throws ODataError 400 for unknown and repeated options
 */
export function readOptions(query: string): Map<string, string> {
  const options = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (!name.startsWith('$')) continue;
    if (!NAMES.has(name)) throw invalidOptionError(name, `There is no query option ${name}.`);
    if (options.has(name)) throw invalidOptionError(name, `${name} appears twice.`);
    options.set(name, value);
  }
  return options;
}

/** @throws ODataError 400 for invalid values */
export function parseOptions(
  options: ReadonlyMap<string, string>,
  resource: Resource,
  resourceName: string,
): Options {
  const listOf = (name: string) =>
    (options.get(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const numberOf = (name: string): number | null => {
    const text = options.get(name);
    if (text === undefined) return null;
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Infinity;
    if (number > MAX_NUMBER)
      throw invalidOptionError(
        name,
        `${name} must be a whole number up to ${formatNumber(MAX_NUMBER)}.`,
      );
    return number;
  };
  const fieldOf = (option: string, name: string) => {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (field === undefined) throw invalidOptionError(option, `There is no field ${name}.`);
    return field;
  };

  const selected = listOf('$select').filter((name) => name !== '*');
  for (const name of selected) fieldOf('$select', name);
  const filter = options.get('$filter');
  const orderParts = listOf('$orderby');
  if (orderParts.length > MAX_ORDER_TERMS) {
    throw invalidOptionError('$orderby', `$orderby has more than ${MAX_ORDER_TERMS} fields.`);
  }
  const order = orderParts.map((part): OrderTerm => {
    const [, name = '', direction] = /^(\w+)(?: +(asc|desc))?$/.exec(part) ?? [];
    const field = fieldOf('$orderby', name);
    if (field.isCollection) throw invalidOptionError('$orderby', `${name} has several values.`);
    return { field, isDescending: direction === 'desc' };
  });
  const count = options.get('$count');
  if (count !== undefined && count !== 'true' && count !== 'false') {
    throw invalidOptionError('$count', '$count must be true or false.');
  }
  const format = options.get('$format');
  if (format !== undefined && !/^(?:json|application\/json)/i.test(format)) {
    throw invalidOptionError('$format', '$format must be json.');
  }
  const expand = listOf('$expand');
  for (const name of expand) {
    if (resourceName !== 'Property' || !Object.hasOwn(EXPANSIONS, name)) {
      throw invalidOptionError(
        '$expand',
        'Only Media, ListAgent, and ListOffice of Property can be expanded.',
      );
    }
  }
  return {
    select: [
      ...new Set(selected.length > 0 ? [resource.key, ...selected] : Object.keys(resource.fields)),
    ],
    condition: filter === undefined ? null : toCondition(parseFilter(filter), resource.fields),
    order,
    top: numberOf('$top'),
    skip: numberOf('$skip') ?? 0,
    isCounted: count === 'true',
    expand: [...new Set(expand)],
    after: decodePosition(options.get('$skiptoken'), order.length + 1),
  };
}

/** Encodes a record's position in the order, for the link to the next page. */
export const encodePosition = (position: readonly (string | null)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

function decodePosition(token: string | undefined, length: number): (string | null)[] | null {
  if (token === undefined) return null;
  try {
    const position: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    const isPosition = (value: unknown): value is string | null =>
      value === null || (typeof value === 'string' && isStorable(value));
    if (Array.isArray(position) && position.length === length && position.every(isPosition))
      return position;
  } catch {
    // Reported below.
  }
  throw invalidOptionError('$skiptoken', 'The link to the next page is invalid.');
}
