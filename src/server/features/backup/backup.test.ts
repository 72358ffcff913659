import { createHash } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenForChanges } from '#server/cache/change-listener.ts';
import { openDatabase } from '#server/database/database.ts';
import { migrateTo, readMigrations } from '#server/database/migrate.ts';
import { createDiskImageStore } from '#server/storage/disk-image-store.ts';
import { readDataKey, readOrCreateDataKey } from '#server/storage/data-key.ts';
import { createNoise } from '#server/storage/image.fixture.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createEmptyDatabase, createTestDatabase } from '#tests/helpers/test-database.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { connectForCopy, listTables } from './backup-repository.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const folder = makeTempFolder();
const now = new Date('2030-01-02T03:04:05.000Z');
const shutdownSignal = new AbortController().signal;
const dataKey = readOrCreateDataKey(makeTempFolder(), undefined);
const cleanups: (() => Promise<void>)[] = [];

let source: TestApp;
beforeAll(async () => {
  source = await startTestApp();
  const agent = await source.addUser({ role: 'agent', name: 'Zoë\tTab \\N "quoted"\nline' });
  const pictures = await Promise.all(
    ['one.jpg', 'two.jpg'].map(async (name) => {
      const data = await createNoise(700, 500).jpeg().toBuffer();
      return { name, data };
    }),
  );
  const fields = buildPropertyForm({
    description: 'A house with a \\. and a tab\there\nand a line.',
  });
  const form = toFormData(fields, pictures);
  const { _id } = await source.ok(endpoints.createProperty, { as: agent, form });
  await source.ok(endpoints.toggleAvailability, { as: agent, params: { id: _id } });
  const deletedListingId = await source.addProperty(agent);
  await source.send(endpoints.deleteProperty, { as: agent, params: { id: deletedListingId } });
  const admin = await source.addUser({ role: 'admin' });
  const logo = new FormData();
  const picture = await createNoise(300, 200).png().toBuffer();
  logo.append('logo', new Blob([Uint8Array.from(picture)]), 'logo.png');
  await source.ok(endpoints.changeSite, { as: admin, form: logo });
  await source.addMessage({ message: 'Ω'.repeat(5_000) });
  await source.send(endpoints.forgotPassword, { body: { email: agent.email } });
  const { _id: list } = await source.ok(endpoints.createShortlist, {
    as: agent,
    body: { name: 'Ours' },
  });
  await source.ok(endpoints.createShortlistLink, {
    as: agent,
    params: { id: list },
    body: { mode: 'edit' },
  });
  await source.ok(endpoints.createInvitation, {
    as: admin,
    body: { email: 'invited@example.org', role: 'admin' },
  });
  const alert = { email: 'alert@example.org', search: { city: 'Austin' }, frequency: 'daily' };
  await source.ok(endpoints.createAlert, { body: alert });
  await sql`
    insert into alert_tokens (token_hash, purpose, search_id, email, created_at, expires_at)
    select '\\x01', 'unsubscribe', id, email, created_at, created_at from saved_searches
    where email = ${alert.email}`.execute(source.db);
  await source.waitUntilIdle();
});
afterAll(async () => {
  for (const close of cleanups.toReversed()) await close();
  await source.close();
  rmSync(folder, { recursive: true });
});

/** Creates an empty installation, without tables if `hasTables` is false. */
async function createInstallation({ hasTables = true } = {}) {
  const database = await (hasTables ? createTestDatabase() : createEmptyDatabase());
  const { db, pool } = openDatabase(database.url);
  const imageFolder = makeTempFolder();
  cleanups.push(async () => {
    await db.destroy();
    await database.drop();
    await rm(imageFolder, { recursive: true });
  });
  return {
    db,
    pool,
    connection: database.url,
    images: createDiskImageStore(imageFolder),
    imageFolder,
    dataDir: makeTempFolder(),
    configuredDataKey: undefined,
  };
}

/** Reads a database's entire content. */
async function dump(url: string): Promise<Record<string, unknown[]>> {
  const client = await connectForCopy(url);
  const content: Record<string, unknown[]> = {};
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query(
      `select to_jsonb(t)::text as row from ${name} t order by to_jsonb(t)::text`,
    );
    content[name] = rows;
  }
  await client.end();
  return content;
}

const backUp = (name: string, overrides: Partial<Parameters<typeof makeBackup>[0]> = {}) =>
  makeBackup({
    connection: source.databaseUrl,
    images: source.images,
    dataKey,
    includesDataKey: true,
    folder: path.join(folder, name),
    version: '1.2.3',
    now,
    shutdownSignal,
    ...overrides,
  });

const listFiles = async (parent: string) => (await readdir(parent, { recursive: true })).toSorted();

describe('restoring a backup', () => {
  test('restores all files and all rows except excluded ones, and continues the sequences', async () => {
    await source.db.insertInto('property_changes').values({ property_id: '1' }).execute();
    const summary = await backUp('whole');
    // Two pictures of the listing, and the site's logo.
    expect(summary).toMatchObject({ images: 3, missing: [] });
    const backup = path.join(folder, 'whole');
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(backup, 'manifest.json')).mode & 0o077).toBe(0);

    const target = await createInstallation({ hasTables: false });
    const restoredSummary = await restoreBackup({ ...target, folder: backup, shutdownSignal });
    expect(restoredSummary).toEqual({
      rows: summary.rows,
      images: 3,
      createdAt: now.toISOString(),
    });
    expect(readDataKey(target.dataDir)?.equals(dataKey)).toBe(true);
    const [before, after] = [await dump(source.databaseUrl), await dump(target.connection)];
    expect(before['property_history']).toHaveLength(4);
    expect(before['properties']).toHaveLength(1);
    // Sessions and password reset links are not restored.
    expect(before['sessions']).not.toEqual([]);
    expect(before['password_resets']).not.toEqual([]);
    // Pending alerts are not sent again.
    expect(before['property_changes']).not.toEqual([]);
    // Unsubscribe links still work; confirmation links do not.
    const listPurposes = (dumpedRows: typeof before) =>
      (dumpedRows['alert_tokens'] as { row: string }[]).map(
        ({ row }) => (JSON.parse(row) as { purpose: string }).purpose,
      );
    expect(listPurposes(before).toSorted()).toEqual(['confirm', 'unsubscribe']);
    expect(listPurposes(after)).toEqual(['unsubscribe']);
    expect(before['shortlist_links']).not.toEqual([]);
    expect(before['invitation_tokens']).not.toEqual([]);
    expect(before['rate_limits']).not.toEqual([]);
    const excludedRows = {
      sessions: [],
      password_resets: [],
      shortlist_links: [],
      invitation_tokens: [],
      property_changes: [],
      alert_news: [],
      favorite_items: [],
      rate_limits: [],
    };
    expect(after).toEqual({ ...before, ...excludedRows, alert_tokens: after['alert_tokens'] });
    for (const table of Object.keys(excludedRows)) {
      const file = await readFile(path.join(backup, `tables/${table}.copy.gz`));
      expect(gunzipSync(file)).toHaveLength(0);
    }
    expect(await listFiles(target.imageFolder)).toEqual(await listFiles(source.imageFolder));
    for (const name of await listFiles(target.imageFolder)) {
      if (!name.endsWith('.webp')) continue;
      expect(await readFile(path.join(target.imageFolder, name))).toEqual(
        await readFile(path.join(source.imageFolder, name)),
      );
    }
    // The deleted listing's identifier is still in its history, and is not reused.
    const { rows } = await target.pool.query(
      `select (select max(property_id) from property_history) <
        nextval(pg_get_serial_sequence('properties', 'id')) as is_new`,
    );
    expect(rows).toEqual([{ is_new: true }]);
    // Triggers are enabled again.
    await expect(target.pool.query('delete from property_history')).rejects.toThrow(/append-only/);
  });

  test('restores no shortlist links from backups by older releases', async () => {
    await backUp('with-links');
    const backup = path.join(folder, 'with-links');
    const { rows } = await sql<{ line: string }>`
      select concat_ws(E'\t', shortlist_id, mode, '\\' || token_hash::text, created_at) as line
      from shortlist_links`.execute(source.db);
    const content = gzipSync(`${rows[0]?.line}\n`);
    const file = 'tables/shortlist_links.copy.gz';
    await writeFile(path.join(backup, file), content);
    const manifestFile = path.join(backup, 'manifest.json');
    const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as {
      tables: { name: string; rows: number; file: unknown }[];
    };
    const sha256 = createHash('sha256').update(content).digest('hex');
    const olderManifest = { rows: 1, file: { path: file, sizeBytes: content.length, sha256 } };
    for (const table of manifest.tables)
      if (table.name === 'shortlist_links') Object.assign(table, olderManifest);
    await writeFile(manifestFile, JSON.stringify(manifest));

    const target = await createInstallation();
    const restoredSummary = await restoreBackup({ ...target, folder: backup, shutdownSignal });
    expect((await dump(target.connection))['shortlist_links']).toEqual([]);
    expect(restoredSummary.rows).toBe(
      manifest.tables.reduce((sum, table) => sum + table.rows, 0) - olderManifest.rows,
    );
  });

  test('accepts a backup from an older release', async () => {
    const olderInstallation = await createInstallation({ hasTables: false });
    await migrateTo(olderInstallation.db, '0001_initial');
    await olderInstallation.pool.query(
      `insert into users (name, email, role, password_hash) values ('A', 'a@example.org', 'user', '')`,
    );
    await backUp('older', olderInstallation);
    const target = await createInstallation({ hasTables: false });
    await restoreBackup({ ...target, folder: path.join(folder, 'older'), shutdownSignal });
    const { rows } = await target.pool.query(
      'select (select count(*)::int from kysely_migration) as ran, (select name from users) as name',
    );
    expect(rows).toEqual([{ ran: Object.keys(await readMigrations()).length, name: 'A' }]);
    const newerTarget = await createInstallation();
    await expect(
      restoreBackup({ ...newerTarget, folder: path.join(folder, 'older'), shutdownSignal }),
    ).rejects.toThrow(/already has/);
  });

  test('continues the migrations of an interrupted restore', async () => {
    await backUp('again');
    const target = await createInstallation({ hasTables: false });
    await migrateTo(target.db, Object.keys(await readMigrations()).at(-20) ?? '');
    await expect(
      restoreBackup({ ...target, folder: path.join(folder, 'again'), shutdownSignal }),
    ).resolves.toMatchObject({ images: 3 });
  });
});

describe('while a backup is running', () => {
  test('unused files are retained', async () => {
    const agent = await source.addUser({ role: 'agent' });
    const data = await createNoise(50, 50).png().toBuffer();
    const form = toFormData(buildPropertyForm(), [{ name: 'a.png', data }]);
    const { _id } = await source.ok(endpoints.createProperty, { as: agent, form });
    const files = await listFiles(source.imageFolder);
    const images = {
      ...source.images,
      // Runs after the rows are copied and before the files are.
      open: async (...args: Parameters<typeof source.images.open>) => {
        await source.status(endpoints.deleteProperty, { as: agent, params: { id: _id } });
        return source.images.open(...args);
      },
    };
    expect(await backUp('meantime', { images })).toMatchObject({ images: 4, missing: [] });
    expect(await listFiles(source.imageFolder)).toEqual(files);
  });
});

describe('backup and restore', () => {
  test('reject a folder that is not empty', async () => {
    await expect(backUp('.')).rejects.toThrow(/is not empty/);
  });

  test('reject a database without tables', async () => {
    await expect(backUp('nothing', await createInstallation({ hasTables: false }))).rejects.toThrow(
      /is empty/,
    );
  });

  test('reject restoring into an installation that is in use', async () => {
    await backUp('in-use');
    const target = await createInstallation();
    await target.pool.query(
      `insert into users (name, email, role, password_hash) values ('A', 'a@example.org', 'user', '')`,
    );
    await expect(
      restoreBackup({ ...target, folder: path.join(folder, 'in-use'), shutdownSignal }),
    ).rejects.toThrow(/is in use/);
  });

  test('reject restoring while a server is running', async () => {
    await backUp('running');
    const target = await createInstallation();
    const { promise: live, resolve } = Promise.withResolvers<void>();
    const listener = listenForChanges(target.connection, {
      onChange: () => undefined,
      onLive: resolve,
      onLost: () => undefined,
    });
    await live;
    const restore = () =>
      restoreBackup({ ...target, folder: path.join(folder, 'running'), shutdownSignal });
    await expect(restore()).rejects.toThrow(/A server is using this installation/);
    expect(readDataKey(target.dataDir)).toBeUndefined();
    await listener.close();
    await expect(restore()).resolves.toMatchObject({ images: 3 });
  });

  test.each<[string, (backup: string) => Promise<unknown>, RegExp]>([
    [
      'that is incomplete',
      (backup) => rm(path.join(backup, 'manifest.json')),
      /not contain a complete/,
    ],
    [
      'from a newer release',
      async (backup) => {
        const file = path.join(backup, 'manifest.json');
        const text = await readFile(file, 'utf8');
        await writeFile(file, text.replace(/"migration": "\d+/, '"migration": "9999'));
      },
      /newer/,
    ],
    [
      'whose rows are damaged',
      (b) => appendFile(path.join(b, 'tables/users.copy.gz'), 'x'),
      /damaged/,
    ],
    [
      'whose pictures are damaged',
      async (backup) => {
        const names = await listFiles(path.join(backup, 'images'));
        const name = names.find((fileName) => fileName.endsWith('.webp')) ?? '';
        writeFileSync(path.join(backup, 'images', name), 'x');
      },
      /damaged/,
    ],
  ])('reject a backup %s', async (name, damage, message) => {
    const backup = path.join(folder, name);
    await backUp(name);
    await damage(backup);
    const target = await createInstallation();
    await expect(restoreBackup({ ...target, folder: backup, shutdownSignal })).rejects.toThrow(
      message,
    );
    expect((await dump(target.connection))['users']).toEqual([]);
  });

  test('reject a backup with secrets that DATA_KEY cannot decrypt', async () => {
    const backup = path.join(folder, 'other-key');
    await backUp('other-key');
    const target = { ...(await createInstallation()), configuredDataKey: Buffer.alloc(32) };
    await expect(restoreBackup({ ...target, folder: backup, shutdownSignal })).rejects.toThrow(
      /DATA_KEY/,
    );
    const withKey = { ...target, configuredDataKey: dataKey.export() };
    await restoreBackup({ ...withKey, folder: backup, shutdownSignal });
    expect(readDataKey(target.dataDir)).toBeUndefined();
  });

  test.each([
    ['another DATA_KEY', Buffer.alloc(32)],
    ['no DATA_KEY', undefined],
  ])(
    'reject restoring a backup without its DATA_KEY into an installation with %s',
    async (name, key) => {
      const backup = path.join(folder, name);
      await backUp(name, { includesDataKey: false });
      expect(readDataKey(backup)).toBeUndefined();
      const target = { ...(await createInstallation()), configuredDataKey: key };
      readOrCreateDataKey(target.dataDir, undefined);
      const restore = (overrides: { configuredDataKey?: Buffer } = {}) =>
        restoreBackup({ ...target, ...overrides, folder: backup, shutdownSignal });
      await expect(restore()).rejects.toThrow(/DATA_KEY/);
      expect((await dump(target.connection))['users']).toEqual([]);
      await restore({ configuredDataKey: dataKey.export() });
    },
  );

  test('accept a backup from an older release, which does not identify its DATA_KEY', async () => {
    const backup = path.join(folder, 'without-fingerprint');
    await backUp('without-fingerprint', { includesDataKey: false });
    const file = path.join(backup, 'manifest.json');
    const { dataKeyFingerprint, ...manifest } = JSON.parse(await readFile(file, 'utf8')) as Record<
      string,
      unknown
    >;
    expect(dataKeyFingerprint).toMatch(/^[0-9a-f]{64}$/);
    await writeFile(file, JSON.stringify(manifest));
    const target = await createInstallation();
    await expect(
      restoreBackup({ ...target, folder: backup, shutdownSignal }),
    ).resolves.toMatchObject({ images: 3 });
  });
});
