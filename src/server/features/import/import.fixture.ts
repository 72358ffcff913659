/** Builds and imports listing files for tests. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { buildUserRow } from '#tests/factories/build-user-row.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { createDiskImageStore } from '../../storage/disk-image-store.ts';
import { importListings } from './import-listings.ts';
import { openReport } from './import-report.ts';
import type { ImportSummary } from './import-summary.ts';

export const HEADER =
  'ListingKey,PropertyType,PropertySubType,StandardStatus,ListPrice,BedroomsTotal,BathroomsTotalInteger,LivingArea,UnparsedAddress,City,StateOrProvince,PostalCode,Latitude,Longitude,PublicRemarks,OnMarketDate,ListAgentEmail,OriginalListPrice,PreviousListPrice,PriceChangeTimestamp';

/** Builds a valid row with optional overrides. */
export function buildRow(key: string, fields: Record<string, string> = {}): string {
  const values: Record<string, string> = {
    ListingKey: key,
    PropertyType: 'Residential Lease',
    PropertySubType: 'Apartment',
    StandardStatus: 'Active',
    ListPrice: '1200',
    BedroomsTotal: '2',
    BathroomsTotalInteger: '1',
    LivingArea: '800',
    UnparsedAddress: '12 Elm St',
    City: 'Austin',
    StateOrProvince: 'TX',
    PostalCode: '78701',
    Latitude: '30.27',
    Longitude: '-97.74',
    PublicRemarks: 'Two rooms and a view of the creek.',
    OnMarketDate: '2019-12-26T11:23:35Z',
    ListAgentEmail: '',
    ...fields,
  };
  const names = HEADER.split(',');
  return names.map((name) => `"${(values[name] ?? '').replaceAll('"', '""')}"`).join(',');
}

/** Builds a CSV file from rows. */
export const buildCsv = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`;

/** Writes a file to a folder and imports it. Pictures are stored in the subfolder `images`. */
export async function runImport(
  db: Database,
  folder: string,
  content: string | Buffer,
  options: {
    name?: string;
    agent?: string | null;
    now?: Date | (() => Date);
    encoding?: string;
    isDryRun?: boolean;
    limits?: Parameters<typeof importListings>[0]['limits'];
    /** Called after each batch. */
    afterBatch?: () => Promise<void>;
  } = {},
): Promise<{ summary: ImportSummary; report: string }> {
  const { name = 'homes.csv', agent = 'agent@example.org' } = options;
  const time = options.now ?? new Date('2026-03-20T12:00:00Z');
  const now = time instanceof Date ? () => time : time;
  const file = path.join(folder, name);
  writeFileSync(file, content);
  const report = await openReport(file, { fallbackFolder: folder, now: now() });
  try {
    const summary = await importListings({
      db,
      images: createDiskImageStore(path.join(folder, 'images')),
      requireFreeDisk: async () => undefined,
      file,
      agentEmail: agent ?? undefined,
      encoding: options.encoding,
      isDryRun: options.isDryRun ?? false,
      ...(options.limits === undefined ? {} : { limits: options.limits }),
      now,
      report: {
        ...report,
        addRows: async (rows, batch) => {
          await report.addRows(rows, batch);
          await options.afterBatch?.();
        },
      },
      onProgress: () => undefined,
      shutdownSignal: new AbortController().signal,
    });
    return { summary, report: readFileSync(report.file, 'utf8') };
  } finally {
    await report.close([]);
  }
}

const AGENT = { email: 'agent@example.org', role: 'agent' } as const;

/**
 * Creates a database for the tests of a file or `describe` block, and a new folder for each test.
 * Deletes the listings after each test.
 *
 * @param users the accounts to create
 * @returns `db` and `folder`, available only within tests and hooks
 */
export function setUpImports(
  users: readonly { email: string; role: 'agent' | 'user' }[] = [AGENT],
) {
  let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Database;
  let folder: string;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    ({ db } = openDatabase(testDatabase.url));
    for (const user of users) {
      await db.insertInto('users').values(buildUserRow(user)).execute();
    }
  });
  afterAll(async () => {
    await db.destroy();
    await testDatabase.drop();
  });
  beforeEach(() => {
    folder = makeTempFolder();
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await db.deleteFrom('properties').execute();
  });

  return {
    get db() {
      return db;
    },
    get folder() {
      return folder;
    },
    /** Imports a file with the given content from the test's folder. */
    run: (content: string | Buffer, options?: Parameters<typeof runImport>[3]) =>
      runImport(db, folder, content, options),
  };
}
