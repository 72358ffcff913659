/** A fake MLS server for tests. */

import type { IncomingMessage, ServerResponse } from 'node:http';

export type Row = Record<string, unknown>;

/** The state of the fake MLS, set and read by tests. */
export const mls = {
  rows: [] as Row[],
  requests: [] as string[],
  /** The last `Prefer` header, by the request's last query parameter. */
  preferences: new Map<string, string>(),
  pageSize: 2,
  url: '',
  tokens: 0,
  /** Overrides responses. Returns true if it sent one. */
  override: null as ((url: string, response: ServerResponse) => boolean) | null,
};

/** The server's metadata, with pictures that can be expanded. */
export const METADATA = `<?xml version="1.0"?><edmx:Edmx xmlns:edmx="x" Version="4.0"><Schema Namespace="a">
  <EntityType Name="Property"><Key/>${[
    'ListingKey',
    'ModificationTimestamp',
    'StandardStatus',
    'ListPrice',
    'BedroomsTotal',
    'BathroomsTotalInteger',
    'LivingArea',
    'PropertyType',
    'PropertySubType',
    'UnparsedAddress',
    'City',
    'StateOrProvince',
    'PostalCode',
    'Latitude',
    'Longitude',
    'ListAgentEmail',
    'ListAgentFullName',
    'ListOfficeName',
    'MlgCanView',
    'Unread',
  ]
    .map((name) => `<Property Name="${name}" Type="Edm.String"/>`)
    .join('')}<NavigationProperty Name="Media" Type="Collection(a.Media)"/></EntityType>
  <EntityContainer Name="C"><EntitySet Name="Property" EntityType="a.Property"/></EntityContainer></Schema></edmx:Edmx>`;

const PIXEL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export function respond(request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? '';
  mls.requests.push(url);
  mls.preferences.set(url.split('%24').at(-1) ?? '', String(request.headers['prefer']));
  if (mls.override?.(url, response) === true) return;
  const sendJson = (body: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  if (url === '/token') {
    mls.tokens += 1;
    sendJson({ access_token: `t${mls.tokens}`, token_type: 'Bearer', expires_in: 60 });
    return;
  }
  if (url.startsWith('/picture')) {
    response.end(PIXEL_PNG);
    return;
  }
  if (!/^Bearer (secret-token|t\d)$/.test(request.headers.authorization ?? '')) {
    response.writeHead(401).end();
    return;
  }
  if (url.endsWith('$metadata')) {
    response.end(METADATA);
    return;
  }
  const query = new URL(url, mls.url).searchParams;
  const since = /ge (\S+)/.exec(query.get('$filter') ?? '')?.[1];
  const isKeyQuery = query.get('$select') === 'ListingKey';
  const matchingRows = mls.rows
    .filter((row) => since === undefined || String(row['ModificationTimestamp']) >= since)
    .toSorted((a, b) =>
      isKeyQuery
        ? 0
        : String(a['ModificationTimestamp']).localeCompare(String(b['ModificationTimestamp'])),
    );
  const skip = Number(query.get('$skip') ?? 0);
  const nextPage = new URL(url, mls.url);
  nextPage.searchParams.set('$skip', String(skip + mls.pageSize));
  sendJson({
    '@odata.count': matchingRows.length,
    value: matchingRows.slice(skip, skip + Number(query.get('$top') ?? mls.pageSize)),
    ...(skip + mls.pageSize < matchingRows.length ? { '@odata.nextLink': nextPage.href } : {}),
  });
}

export const timestampOf = (minute: number) =>
  `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`;

export const buildRow = (key: string, minute: number, overrides: Row = {}): Row => ({
  ListingKey: key,
  ModificationTimestamp: timestampOf(minute),
  StandardStatus: 'Active',
  ListPrice: 400_000,
  BedroomsTotal: 3,
  BathroomsTotalInteger: 2,
  LivingArea: 1_500,
  PropertyType: 'Residential',
  PropertySubType: 'Single Family Residence',
  UnparsedAddress: `${minute + 1} Elm Street`,
  City: 'Springfield',
  StateOrProvince: 'IL',
  PostalCode: '62701',
  Latitude: 39.8,
  Longitude: -89.6,
  ListAgentFullName: 'Pat Other',
  ListOfficeName: 'Other Homes',
  ...overrides,
});
