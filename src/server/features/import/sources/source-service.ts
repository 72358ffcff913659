/** Lets admins manage data sources (docs/product/data-sources.md). */

import { can } from '#shared/permissions.ts';
import type { ImportRow } from '#shared/schemas/brokerage/import.ts';
import type { PageQuery } from '#shared/schemas/common.ts';
import type {
  DataSource,
  DataSourceChanges,
  DataSourceForm,
  SourceRun,
  SourceTest,
} from '#shared/schemas/open/data-source.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import type { Database } from '../../../database/database.ts';
import { AppError, forbidden, notFound, validationFailed } from '../../../errors/app-error.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import { toSlice } from '../../../http/endpoints/paging.ts';
import { OutboundError } from '../../../http/outbound/outbound-error.ts';
import { checkUrl } from '../../../http/outbound/outbound-request.ts';
import { type DataKey, encryptSecret } from '../../../storage/data-key.ts';
import type { ImageStore } from '../../../storage/image-store.ts';
import { recordAudit } from '../../audit/audit-service.ts';
import { reachOf, SourceError } from './source-client.ts';
import { accessOf, addRemoval, addRun, releaseListingBatch, secretOwner } from './source-jobs.ts';
import {
  cancelUnfinishedRun,
  endRun,
  findDefaultAgent,
  findRun,
  findRunRows,
  findRuns,
  findSource,
  findSources,
  insertSource,
  type RunRow,
  scheduleNextRun,
  type DataSourceRow,
  updateSource,
} from './source-repository.ts';
import { testSource } from './source-test.ts';

/** Changing these columns cancels a running sync and triggers a full one. */
const RESYNC_COLUMNS = [
  'name',
  'base_url',
  'filter',
  'default_agent_id',
  'agent_by',
  'media_policy',
  'disclaimer',
] as const;

export function createSourceService(options: {
  db: Database;
  dataKey: DataKey;
  images: ImageStore;
  now: () => Date;
}) {
  const { db, dataKey, images, now } = options;

  async function withSource<T>(
    actor: SignedIn,
    id: string,
    work: (transaction: Database, source: DataSourceRow) => Promise<T>,
  ): Promise<T> {
    return inActorTransaction(db, actor, async (transaction, current) => {
      if (!can(current, 'source:manage')) throw forbidden();
      const source = await findSource(transaction, id, { lock: true });
      if (source === undefined) throw notFound('Data source not found.');
      return work(transaction, source);
    });
  }

  async function read(transaction: Database, id: string): Promise<DataSource> {
    const source = await findSource(transaction, id);
    if (source === undefined) throw notFound('Data source not found.');
    return toSource(transaction, source);
  }

  async function checkDefaultAgent(transaction: Database, id: string): Promise<void> {
    if ((await findDefaultAgent(transaction, id)) === undefined)
      throw validationFailed([{ path: 'defaultAgentId', message: 'Choose an agent.' }]);
  }

  async function getRun(transaction: Database, sourceId: string, runId: string): Promise<RunRow> {
    const run = await findRun(transaction, runId);
    if (run?.source_id !== sourceId) throw notFound('Run not found.');
    return run;
  }

  const entityOf = ({ id, name }: { id: string; name: string }) => ({
    kind: 'data_source',
    id,
    title: name,
  });

  return {
    async list(): Promise<DataSource[]> {
      const sources: DataSource[] = [];
      for (const source of await findSources(db)) sources.push(await toSource(db, source));
      return sources;
    },

    async create(actor: SignedIn, form: DataSourceForm): Promise<DataSource> {
      checkServerUrl('baseUrl', form.baseUrl);
      const { auth } = form;
      if (auth.kind === 'client_credentials') checkServerUrl('auth.tokenUrl', auth.tokenUrl);
      const secret = auth.kind === 'bearer' ? auth.token : auth.clientSecret;
      return inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'source:manage')) throw forbidden();
        await checkDefaultAgent(transaction, form.defaultAgentId);
        const id = await insertSource(transaction, form, now());
        await updateSource(transaction, id, {
          secret: encryptSecret(dataKey, secret, secretOwner(id)),
        });
        await recordAudit(transaction, actor, {
          action: 'data_source.created',
          entity: entityOf({ id, name: form.name }),
          changes: { baseUrl: [null, form.baseUrl] },
          now: now(),
        });
        return read(transaction, id);
      });
    },

    /** Changes a source. It is due immediately if it is enabled again or needs a full sync. */
    async change(actor: SignedIn, id: string, changes: DataSourceChanges): Promise<DataSource> {
      if (changes.baseUrl !== undefined) checkServerUrl('baseUrl', changes.baseUrl);
      const { auth } = changes;
      if (auth?.kind === 'client_credentials') checkServerUrl('auth.tokenUrl', auth.tokenUrl);
      return withSource(actor, id, async (transaction, before) => {
        if (changes.defaultAgentId !== undefined)
          await checkDefaultAgent(transaction, changes.defaultAgentId);
        requireSecret(before, changes);
        const secret = secretOf(auth);
        const columns = withoutUndefined({
          name: changes.name,
          base_url: changes.baseUrl,
          filter: changes.filter,
          default_agent_id: changes.defaultAgentId,
          agent_by: changes.agentBy,
          interval_minutes: changes.intervalMinutes,
          media_policy: changes.mediaPolicy,
          disclaimer: changes.disclaimer,
          is_enabled: changes.isEnabled,
          ...(auth === undefined ? {} : authColumns(auth)),
        });
        const needsResync = RESYNC_COLUMNS.some(
          (name) => name in columns && columns[name] !== before[name],
        );
        const isReenabled = changes.isEnabled === true && !before.is_enabled;
        if (needsResync) await cancelUnfinishedRun(transaction, id, now());
        await updateSource(transaction, id, {
          ...columns,
          ...(secret === undefined
            ? {}
            : { secret: encryptSecret(dataKey, secret, secretOwner(id)) }),
          ...(needsResync ? { position: null, reconciled_at: null } : {}),
          ...(needsResync || isReenabled ? { next_run_at: now() } : {}),
        });
        const changedColumns = Object.entries(columns).filter(
          ([name, value]) => before[name as keyof DataSourceRow] !== value,
        );
        const auditChanges = changedColumns.map(([name, value]) => [
          name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
          [String(before[name as keyof DataSourceRow] ?? ''), String(value ?? '')] as const,
        ]);
        if (changedColumns.length > 0 || secret !== undefined) {
          await recordAudit(transaction, actor, {
            action: 'data_source.changed',
            entity: entityOf(before),
            changes: Object.fromEntries(auditChanges),
            now: now(),
          });
        }
        return read(transaction, id);
      });
    },

    /**
     * Deletes a source and takes its listings off the market: the first batch immediately, the rest
     * in the background.
     */
    async delete(actor: SignedIn, id: string): Promise<void> {
      await withSource(actor, id, async (transaction, source) => {
        await updateSource(transaction, id, { is_deleted: true, is_enabled: false });
        await releaseListingBatch(transaction, id, now());
        await addRemoval(transaction, id);
        await recordAudit(transaction, actor, {
          action: 'data_source.deleted',
          entity: entityOf(source),
          now: now(),
        });
      });
    },

    /** Tests a source. @throws AppError FORBIDDEN, NOT_FOUND; VALIDATION_FAILED with the reason for a failed test */
    async test(actor: SignedIn, id: string): Promise<SourceTest> {
      const source = await withSource(actor, id, async (_transaction, found) => found);
      try {
        return await testSource(source, accessOf(source, dataKey), { db, images, now });
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        throw validationFailed([{ path: 'baseUrl', message: error.message }]);
      }
    },

    async listRuns(id: string, query: PageQuery): Promise<{ runs: SourceRun[]; total: number }> {
      await read(db, id);
      const { rows, total } = await findRuns(db, id, toSlice(query));
      return { runs: rows.map(toRun), total };
    },

    async start(actor: SignedIn, id: string): Promise<SourceRun> {
      return withSource(actor, id, async (transaction) => {
        const runId = await addRun(transaction, id, now());
        if (runId === undefined) throw new AppError('CONFLICT', 'A sync is already running.');
        return toRun(await getRun(transaction, id, runId));
      });
    },

    async cancel(actor: SignedIn, id: string, runId: string): Promise<void> {
      await withSource(actor, id, async (transaction) => {
        await getRun(transaction, id, runId);
        const outcome = { state: 'canceled', error: null, now: now() } as const;
        if (!(await endRun(transaction, runId, outcome)))
          throw new AppError('CONFLICT', 'This sync has already ended.');
        await scheduleNextRun(transaction, id, outcome.now);
      });
    },

    async listRefused(
      id: string,
      runId: string,
      query: PageQuery,
    ): Promise<{ rows: ImportRow[]; total: number }> {
      await read(db, id);
      await getRun(db, id, runId);
      const { rows, total } = await findRunRows(db, runId, toSlice(query));
      return {
        rows: rows.map(({ position, listing_key: key, reason, notes }) => ({
          line: Number(position),
          key,
          reason,
          notes,
        })),
        total,
      };
    },
  };
}

/** Requires a public address and HTTPS except for loopback addresses, and a base URL without a query or fragment. */
function checkServerUrl(path: string, url: string): void {
  const invalidUrlError = (message: string) => validationFailed([{ path, message }]);
  try {
    const { protocol, search, hash } = checkUrl(url, URL.canParse(url) ? reachOf(url) : 'public');
    if (protocol !== 'https:' && reachOf(url) !== 'loopback')
      throw invalidUrlError('Enter an https URL.');
    if (path === 'baseUrl' && (search !== '' || hash !== ''))
      throw invalidUrlError('Enter the URL without a query string or fragment.');
  } catch (error) {
    throw error instanceof OutboundError ? invalidUrlError(error.message) : error;
  }
}

const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };

type Auth = NonNullable<DataSourceChanges['auth']>;

const secretOf = (auth: Auth | undefined) =>
  auth?.kind === 'bearer' ? auth.token : auth?.clientSecret;

const authColumns = (auth: Auth) => ({
  auth_kind: auth.kind,
  token_url: auth.kind === 'bearer' ? null : auth.tokenUrl,
  client_id: auth.kind === 'bearer' ? null : auth.clientId,
  scope: auth.kind === 'bearer' ? null : (auth.scope ?? null),
});

/** Requires the secret if the server or the authentication method changes. */
function requireSecret(before: DataSourceRow, { auth, baseUrl }: DataSourceChanges): void {
  if (secretOf(auth) !== undefined) return;
  const hasDifferentOrigin = (url: string, storedUrl: string | null) =>
    storedUrl === null || new URL(url).origin !== new URL(storedUrl).origin;
  const needsSecretAgain =
    (auth !== undefined && auth.kind !== before.auth_kind) ||
    (baseUrl !== undefined && hasDifferentOrigin(baseUrl, before.base_url)) ||
    (auth?.kind === 'client_credentials' && hasDifferentOrigin(auth.tokenUrl, before.token_url));
  if (!needsSecretAgain) return;
  const kind = auth?.kind ?? before.auth_kind;
  const path = kind === 'bearer' ? 'auth.token' : 'auth.clientSecret';
  throw validationFailed([{ path, message: 'Enter the secret again.' }]);
}

async function toSource(transaction: Database, source: DataSourceRow): Promise<DataSource> {
  const [last] = (await findRuns(transaction, source.id, { offset: 0, limit: 1 })).rows;
  return {
    _id: source.id,
    name: source.name,
    baseUrl: source.base_url,
    auth:
      source.auth_kind === 'bearer'
        ? { kind: 'bearer' }
        : {
            kind: 'client_credentials',
            tokenUrl: source.token_url ?? '',
            clientId: source.client_id ?? '',
            scope: source.scope,
          },
    filter: source.filter,
    defaultAgentId: source.default_agent_id,
    agentBy: source.agent_by,
    intervalMinutes: source.interval_minutes,
    mediaPolicy: source.media_policy,
    disclaimer: source.disclaimer,
    isEnabled: source.is_enabled,
    createdAt: source.created_at.toISOString(),
    nextRunAt: source.is_enabled ? source.next_run_at.toISOString() : null,
    lastRun: last === undefined ? null : toRun(last),
  };
}

function toRun(run: RunRow): SourceRun {
  return {
    _id: run.id,
    startedAt: run.started_at.toISOString(),
    finishedAt: run.finished_at?.toISOString() ?? null,
    state: run.state,
    read: run.rows_read,
    total: run.rows_expected,
    added: run.added,
    updated: run.updated,
    removed: run.removed,
    unchanged: run.unchanged,
    refused: run.refused,
    mediaWaiting: run.media_waiting,
    error: run.error,
  };
}
