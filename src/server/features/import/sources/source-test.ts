/** Tests a data source without changing anything. */

import type { SourceTest } from '#shared/schemas/open/data-source.ts';
import type { Database } from '../../../database/database.ts';
import type { ImageStore } from '../../../storage/image-store.ts';
import { describeRejections } from '../import-report.ts';
import { classifyRows } from '../classify-rows.ts';
import { createSpreadsheetDates } from '../reso/spreadsheet-dates.ts';
import { readText } from '../reso/reso-values.ts';
import { writeBatch } from '../write-batch.ts';
import { createSourceAgentFinder } from './source-agents.ts';
import {
  createSourceClient,
  type SourceAccess,
  type SourceClient,
  SourceError,
} from './source-client.ts';
import { findDefaultAgent, type DataSourceRow } from './source-repository.ts';
import {
  fetchMetadata,
  buildPropertyQuery,
  readableFields,
  toImportRecord,
} from './source-sync.ts';

const SAMPLE_ROWS = 3;
/** The default timeout for a whole test. */
const TEST_TIMEOUT_MS = 30_000;

type TestOptions = { db: Database; images: ImageStore; now: () => Date };

/** Reads sample rows and imports them as a dry run. @throws SourceError */
export async function testSource(
  source: DataSourceRow,
  access: SourceAccess,
  options: TestOptions & { timeoutMs?: number },
): Promise<SourceTest> {
  const { timeoutMs = TEST_TIMEOUT_MS } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const client = createSourceClient(access, { signal, canRetry: false });
  try {
    return await importSample(source, client, options);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new SourceError(`The test took more than ${timeoutMs / 1000} seconds.`);
  }
}

async function importSample(
  source: DataSourceRow,
  client: SourceClient,
  { db, images, now }: TestOptions,
): Promise<SourceTest> {
  const metadata = await fetchMetadata(client);
  const query = buildPropertyQuery(source, metadata, null);
  query.set('$top', String(SAMPLE_ROWS));
  query.set('$count', 'true');
  const { rows, count } = await client.readPage(`Property?${query.toString()}`);
  const agent = await findDefaultAgent(db, source.default_agent_id);
  if (agent === undefined)
    throw new SourceError('The default agent no longer has the agent role. Choose another agent.');
  const agents = createSourceAgentFinder(db, source.agent_by, agent);
  const sample: SourceTest['sample'] = [];
  for (const row of rows.slice(0, SAMPLE_ROWS)) {
    const key = readText(row['ListingKey']);
    const classified = await classifyRows(
      db,
      [{ position: 1, record: toImportRecord(source, row) }],
      {
        now: now(),
        agents,
        onlyAgentId: null,
        hasRepeatedKeys: false,
        positionName: 'row',
        assumedDate: now(),
        dates: createSpreadsheetDates(),
      },
    );
    const [rejected] = classified.rejected;
    const writable = classified.writable.filter((row) => row.kind === 'listing');
    const outcome = await writeBatch(
      {
        db,
        images,
        requireFreeDisk: async () => undefined,
        folder: null,
        now,
        isDryRun: true,
        actor: undefined,
        maxSampleSize: 1,
        source: { id: source.id, afterWrite: async () => undefined },
      },
      writable.map((row) => Object.assign(row, { media: null })),
    );
    const [listing] = outcome.sample;
    const reason =
      rejected === undefined ? 'It would be deleted' : describeRejections(rejected.rejections);
    sample.push(
      listing === undefined ? { key, reason } : (listing as SourceTest['sample'][number]),
    );
  }
  return { resources: metadata.resources, fields: readableFields(metadata), sample, count };
}
