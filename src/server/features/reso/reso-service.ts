/** Runs RESO Web API queries (docs/product/reso.md). */

import type { Database } from '../../database/database.ts';
import { toJson, toXml } from './metadata.ts';
import { invalidOptionError, ODataError } from './odata/odata-error.ts';
import { parseOptions, readOptions, encodePosition } from './query-options.ts';
import { countRecords, findRecords, isOneOf, numberEvents } from './reso-repository.ts';
import { createResources, EXPANSIONS } from './resources-repository.ts';

/** A response: JSON, XML, or plain text. */
export type ResoResponse = { json: Record<string, unknown> } | { xml: string } | { text: string };

/** Matches a path below the service root. */
const PATH = /^(\w+)(?:\((?:(\w+)=)?('(?:[^']|'')*'|\d{1,18})\))?(\/\$count)?$/;

export function createResoService(options: {
  db: Database;
  readDb: Database;
  publicUrl: () => string;
}) {
  const { db, readDb } = options;

  async function expand(
    records: readonly Record<string, unknown>[],
    names: readonly string[],
    resources: ReturnType<typeof createResources>,
  ): Promise<void> {
    for (const name of names) {
      const expansion = EXPANSIONS[name];
      const resource = resources[expansion?.resource ?? ''];
      const foreignField = resource?.fields[expansion?.foreignKey ?? ''];
      if (expansion === undefined || resource === undefined || foreignField === undefined) continue;
      const keyOf = (record: Record<string, unknown>) => record[expansion.localKey];
      const keys = [...new Set(records.map(keyOf).filter((key) => typeof key === 'string'))];
      const order = resource.fields['Order'];
      const related = await findRecords(readDb, resource, {
        select: Object.keys(resource.fields),
        condition: isOneOf(foreignField, keys),
        order: order === undefined ? [] : [{ field: order, isDescending: false }],
        after: null,
        limit: 100_000,
        skip: 0,
      });
      const byKey = Map.groupBy(related, ({ values }) => values[expansion.foreignKey]);
      for (const record of records) {
        const matches = (byKey.get(keyOf(record)) ?? []).map(({ values }) => values);
        record[name] = expansion.isMany ? matches : (matches[0] ?? null);
      }
    }
  }

  return {
    /**
     * Returns the response to a request.
     *
     * @param path below `/reso/odata/`, decoded
     * @param query the URL's query, without the question mark
     * @param pageSize the client's preferred page size
     * @throws ODataError
     */
    async read(path: string, query: string, pageSize: number): Promise<ResoResponse> {
      const root = `${options.publicUrl()}/reso/odata`;
      const resources = createResources(options.publicUrl());
      const queryOptions = readOptions(query);
      const context = `${root}/$metadata`;
      if (path === '') {
        const value = Object.keys(resources).map((name) => ({
          name,
          kind: 'EntitySet',
          url: name,
        }));
        return { json: { '@odata.context': context, value } };
      }
      if (path === '$metadata') {
        const format = queryOptions.get('$format') ?? 'xml';
        if (/^(?:json|application\/json)/i.test(format)) {
          return { json: toJson(resources, EXPANSIONS) };
        }
        if (!/^(?:xml|application\/xml)/i.test(format)) {
          throw invalidOptionError('$format', '$format must be xml or json.');
        }
        return { xml: toXml(resources, EXPANSIONS) };
      }
      const [, name = '', keyName, keyText, countSuffix] = PATH.exec(path) ?? [];
      const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
      if (resource === undefined) throw new ODataError(404, 'Resource not found.');
      const parsed = parseOptions(queryOptions, resource, name);
      if (name === 'EntityEvent') await numberEvents(db);
      const addedKeys = parsed.expand
        .map((expanded) => EXPANSIONS[expanded]?.localKey ?? resource.key)
        .filter((key) => !parsed.select.includes(key));
      const select = [...parsed.select, ...new Set(addedKeys)];
      const expandRecords = async (records: Record<string, unknown>[]) => {
        await expand(records, parsed.expand, resources);
        for (const record of records) for (const key of addedKeys) delete record[key];
        return records;
      };

      if (keyText !== undefined) {
        const keyField = resource.fields[resource.key];
        if (keyField === undefined || (keyName !== undefined && keyName !== resource.key)) {
          throw new ODataError(404, 'Record not found.');
        }
        const literal = keyText.startsWith("'") ? keyText : `'${keyText}'`;
        const filter = keyField.type === 'Edm.String' ? literal : literal.slice(1, -1);
        const { condition } = parseOptions(
          new Map([['$filter', `${resource.key} eq ${filter}`]]),
          resource,
          name,
        );
        const page = { condition, order: [], after: null, limit: 1, skip: 0 };
        const found = await findRecords(readDb, resource, { ...page, select });
        const [record] = await expandRecords(found.map(({ values }) => values));
        if (record === undefined) throw new ODataError(404, 'Record not found.');
        return { json: { '@odata.context': `${context}#${name}/$entity`, ...record } };
      }
      if (countSuffix !== undefined) {
        return { text: String(await countRecords(readDb, resource, parsed.condition)) };
      }
      const limit = Math.min(pageSize, parsed.top ?? pageSize);
      const source = name === 'EntityEvent' ? db : readDb;
      const found =
        limit === 0
          ? []
          : await findRecords(source, resource, { ...parsed, select, limit: limit + 1 });
      const records = found.slice(0, limit);
      const last = records.at(-1);
      const remaining = parsed.top === null ? null : parsed.top - records.length;
      const hasMore = found.length > limit && remaining !== 0 && last !== undefined;
      return {
        json: {
          '@odata.context': `${context}#${name}`,
          ...(parsed.isCounted
            ? { '@odata.count': await countRecords(source, resource, parsed.condition) }
            : {}),
          value: await expandRecords(records.map(({ values }) => values)),
          ...(hasMore
            ? {
                '@odata.nextLink': `${root}/${name}?${nextQuery(queryOptions, remaining, last.position)}`,
              }
            : {}),
        },
      };
    },
  };
}

/** Returns the next page's query. */
function nextQuery(
  queryOptions: ReadonlyMap<string, string>,
  remaining: number | null,
  position: readonly (string | null)[],
): string {
  const next = new Map(queryOptions);
  next.delete('$skip');
  if (remaining !== null) next.set('$top', String(remaining));
  next.set('$skiptoken', encodePosition(position));
  return [...next].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}
