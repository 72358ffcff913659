/** Tests a data source without changing anything. */

import type { SourceTest } from '#shared/schemas/open/data-source.ts';
import type { Database } from '../../../database/database.ts';
import type { ImageStore } from '../../../storage/image-store.ts';
import { describeRefusals } from '../import-report.ts';
import { judgeRows } from '../judge-rows.ts';
import { createSpreadsheetDates } from '../reso/spreadsheet-dates.ts';
import { readText } from '../reso/reso-values.ts';
import { writeBatch } from '../write-batch.ts';
import { createSourceAgents } from './source-agents.ts';
import { createSourceClient, type SourceAccess, SourceError } from './source-client.ts';
import { findDefaultAgent, type SourceRow } from './source-repository.ts';
import { connect, propertyQuery, readableFields, toImportRecord } from './source-sync.ts';

const SAMPLE_ROWS = 3;

/** @throws SourceError */
export async function testSource(
  source: SourceRow,
  options: {
    db: Database;
    images: ImageStore;
    access: SourceAccess;
    signal: AbortSignal;
    now: () => Date;
  },
): Promise<SourceTest> {
  const { db, images, access, signal, now } = options;
  const client = createSourceClient(access, { signal, mayRetry: false });
  const metadata = await connect(client);
  const query = propertyQuery(source, metadata, null);
  query.set('$top', String(SAMPLE_ROWS));
  query.set('$count', 'true');
  const { rows, count } = await client.readPage(`Property?${query.toString()}`);
  const agent = await findDefaultAgent(db, source.default_agent_id);
  if (agent === undefined)
    throw new SourceError('The default agent is not an agent: choose another.');
  const agents = createSourceAgents(db, source.agent_by, agent);
  const sample: SourceTest['sample'] = [];
  for (const row of rows.slice(0, SAMPLE_ROWS)) {
    const key = readText(row['ListingKey']);
    const judged = await judgeRows(db, [{ position: 1, record: toImportRecord(source, row) }], {
      now: now(),
      agents,
      onlyAgentId: null,
      hasRepeats: false,
      positionName: 'row',
      undatedAt: now(),
      dates: createSpreadsheetDates(),
    });
    const [refused] = judged.refused;
    const writable = judged.writable.filter((one) => one.kind === 'listing');
    const outcome = await writeBatch(
      {
        db,
        images,
        folder: '',
        now,
        isDryRun: true,
        actor: undefined,
        maxSample: 1,
        source: { id: source.id, alongside: async () => undefined },
      },
      writable.map((one) => Object.assign(one, { media: null })),
    );
    const [listing] = outcome.sample;
    const reason =
      refused === undefined ? 'It would be deleted' : describeRefusals(refused.refusals);
    sample.push(
      listing === undefined ? { key, reason } : (listing as SourceTest['sample'][number]),
    );
  }
  return { resources: metadata.resources, fields: readableFields(metadata), sample, count };
}
