/**
 * An in-memory S3 server for tests, with the operations that picture storage needs. It checks a request's access key, but
 * not its signature.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Config } from '#server/config/config.ts';

const CREDENTIALS = { accessKeyId: 'HOMES', secretAccessKey: 'HOMES-SECRET' };
const BUCKET = 'homes';
/** Smaller than on real servers so that a few objects fill several pages. */
const LIST_PAGE_SIZE = 20;

type StoredObject = { data: Buffer; type: string; modifiedAt: Date };

/** Starts a server with a bucket, on a free port. */
export async function startS3Server(): Promise<{ config: S3Config; stop: () => Promise<void> }> {
  const objects = new Map<string, StoredObject>();
  const server = createServer((request, response) => {
    void handleRequest(objects, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    config: {
      bucket: BUCKET,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: CREDENTIALS,
      prefix: '',
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function handleRequest(
  objects: Map<string, StoredObject>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(request);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
  const [, bucket = '', ...rest] = decodeURIComponent(pathname).split('/');
  const key = rest.join('/');
  const hasKnownKey =
    request.headers.authorization?.includes(`=${CREDENTIALS.accessKeyId}/`) === true;
  if (!hasKnownKey) return sendError(response, 403, 'InvalidAccessKeyId');
  if (bucket !== BUCKET) return sendError(response, 404, 'NoSuchBucket');
  switch (`${request.method} ${key === '' ? 'bucket' : 'object'}`) {
    case 'HEAD bucket':
      return void response.end();
    case 'GET bucket':
      return sendXml(response, listObjects(objects, searchParams));
    case 'POST bucket':
      for (const [, deletedKey = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g))
        objects.delete(deletedKey);
      return sendXml(response, '<DeleteResult/>');
    case 'PUT object': {
      const type = request.headers['content-type'] ?? '';
      objects.set(key, { data: body, type, modifiedAt: new Date() });
      return void response.end();
    }
    case 'HEAD object':
    case 'GET object': {
      const object = objects.get(key);
      if (object === undefined) return sendError(response, 404, 'NoSuchKey');
      response.writeHead(200, {
        'content-type': object.type,
        'content-length': object.data.length,
        'last-modified': object.modifiedAt.toUTCString(),
      });
      return void response.end(request.method === 'HEAD' ? undefined : object.data);
    }
    default:
      return sendError(response, 501, 'NotImplemented');
  }
}

/** Returns a page of ListObjectsV2, sorted by key. */
function listObjects(objects: Map<string, StoredObject>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after);
  const page = keys.toSorted().slice(0, LIST_PAGE_SIZE);
  const contents = page.map((key) => {
    const { data, modifiedAt } = objects.get(key) as StoredObject;
    return `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${data.length}</Size></Contents>`;
  });
  const isTruncated = page.length < keys.length;
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

function sendXml(response: ServerResponse, xml: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

const sendError = (response: ServerResponse, status: number, code: string) =>
  sendXml(response, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status);
