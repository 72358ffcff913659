import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import { readFiles } from './source-files.ts';

const nginx = readFiles(/^deploy\/nginx\.conf$/)[0]?.text ?? '';

test('nginx passes on unfinished bodies of uploads, and of nothing else', () => {
  const blocks = nginx.split(/\n(?= {2}location )/).slice(1);
  const unbuffered = blocks.filter((block) => block.includes('proxy_request_buffering off'));
  expect(unbuffered).toHaveLength(1);
  const pattern = new RegExp(/location ~ (\S+) \{/.exec(unbuffered[0] ?? '')?.[1] ?? '(?!)');
  const all: Endpoint[] = Object.values(endpoints);
  const paths = (takesFiles: boolean) =>
    all
      .filter(({ method, files }) => method !== 'GET' && (files !== undefined) === takesFiles)
      .map(({ path }) => `/api${path.replaceAll(/:\w+/g, '17')}`);
  expect(paths(true).filter((path) => !pattern.test(path))).toEqual([]);
  const taking = new Set(paths(true));
  expect(paths(false).filter((path) => pattern.test(path) && !taking.has(path))).toEqual([]);
});
