import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { MAX_ODATA_QUERY_LENGTH } from '#server/features/reso/register-reso.ts';
import { type Endpoint, endpointUrl } from '#shared/endpoints/endpoint.ts';
import { readFiles } from './source-files.ts';

const nginx = readFiles(/^deploy\/nginx\.conf$/)[0]?.text ?? '';

const servers = nginx.split(/\nserver \{/).slice(1);

test('nginx accepts the longest query that Doorstep accepts', () => {
  expect(servers).toHaveLength(2);
  for (const server of servers) {
    const size = /^ {2}large_client_header_buffers \d+ (\d+)k;$/m.exec(server)?.[1];
    expect(Number(size) * 1024).toBeGreaterThan(MAX_ODATA_QUERY_LENGTH + 10_000);
  }
});

test('nginx logs no queries and no referrers, which can contain link tokens', () => {
  const format = /^log_format doorstep (['\s\S]*?);$/m.exec(nginx)?.[1] ?? '';
  const safeFields = ['remote_addr', 'time_iso8601', 'request_method', 'uri', 'server_protocol'];
  const loggedFields = [...format.matchAll(/\$(\w+)/g)].map(([, name]) => name);
  expect(loggedFields).toEqual([...safeFields, 'status', 'body_bytes_sent', 'request_time']);
  for (const server of servers) {
    expect(server.match(/^ *access_log .*/gm)).toEqual([expect.stringMatching(/ doorstep;$/)]);
    expect(server.match(/^ *error_log .*/gm)).toEqual([expect.stringMatching(/ crit;$/)]);
  }
});

test('nginx streams request bodies only for uploads', () => {
  const blocks = nginx.split(/\n(?= {2}location )/).slice(1);
  const unbufferedBlocks = blocks.filter((block) => block.includes('proxy_request_buffering off'));
  expect(unbufferedBlocks).toHaveLength(1);
  const pattern = new RegExp(/location ~ (\S+) \{/.exec(unbufferedBlocks[0] ?? '')?.[1] ?? '(?!)');
  const allEndpoints: Endpoint[] = Object.values(endpoints);
  const paths = (acceptsFiles: boolean) =>
    allEndpoints
      .filter(({ method, files }) => method !== 'GET' && (files !== undefined) === acceptsFiles)
      .map((endpoint) => endpointUrl(endpoint).replaceAll(/:\w+/g, '17'));
  expect(paths(true).filter((path) => !pattern.test(path))).toEqual([]);
  const uploadPaths = new Set(paths(true));
  expect(paths(false).filter((path) => pattern.test(path) && !uploadPaths.has(path))).toEqual([]);
});
