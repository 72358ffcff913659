import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_IMAGES_PER_PROPERTY } from '#shared/limits.ts';
import { createNoise } from '../../../storage/image.fixture.ts';
import { HEADER, buildRow, runImport, setUpImports } from '../import.fixture.ts';
import { describeSummary } from '../import-summary.ts';

describe('importing pictures', () => {
  const imports = setUpImports();
  let parentFolder: string;
  let folder: string;

  beforeEach(async () => {
    parentFolder = imports.folder;
    folder = path.join(parentFolder, 'feed');
    for (const name of ['pictures', 'images']) {
      mkdirSync(path.join(folder, name), { recursive: true });
    }
    for (const [index, name] of ['a.jpg', 'b.jpg', 'c, d.jpg'].entries()) {
      const picture = await createNoise(400 + index, 300)
        .jpeg()
        .toBuffer();
      writeFileSync(path.join(folder, 'pictures', name), picture);
    }
  });

  const importJson = (
    media: unknown,
    fields: object = {},
    options: { isDryRun?: boolean } = {},
  ) => {
    const values = buildRow('a').slice(1, -1).split('","');
    const record = Object.fromEntries(
      HEADER.split(',').map((name, index) => [name, values[index]]),
    );
    const content = JSON.stringify([{ ...record, ...fields, Media: media }]);
    return runImport(imports.db, folder, content, { name: 'homes.json', ...options });
  };
  /** Checks that a dry run changes nothing and reports the same as the following import. */
  const importAfterDryRun = async (media: unknown) => {
    const before = [await findPictures(), countStoredPictures()];
    const dryRun = await importJson(media, {}, { isDryRun: true });
    expect([await findPictures(), countStoredPictures()]).toEqual(before);
    const { summary, report } = await importJson(media);
    expect({ ...dryRun.summary, isDryRun: false, seconds: 0 }).toEqual({ ...summary, seconds: 0 });
    expect(dryRun.report).toBe(report);
    return { summary, report };
  };
  const importCsv = (mediaUrl: string) =>
    runImport(imports.db, folder, `${HEADER},MediaURL\n${buildRow('a')},"${mediaUrl}"\n`);
  const findPictures = () =>
    imports.db.selectFrom('property_images').selectAll().orderBy('position').execute();
  const readWidths = async () => (await findPictures()).map(({ width }) => width);
  const countStoredPictures = () =>
    readdirSync(path.join(folder, 'images'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('full.webp')).length;

  it('stores pictures in order, and only once', async () => {
    const media = [
      { MediaURL: 'pictures/b.jpg', Order: 2 },
      { MediaURL: 'pictures/a.jpg', Order: 1 },
      { MediaURL: 'pictures/a.jpg', Order: 3 },
    ];
    const first = await importJson(media);
    expect(first.summary).toMatchObject({ imported: 1, picturesAdded: 2, rejectedPictures: 0 });
    expect(await readWidths()).toEqual([400, 401]);
    const before = await findPictures();

    const second = await importJson(media);
    expect(second.summary).toMatchObject({ unchanged: 1, picturesAdded: 0 });
    expect(await findPictures()).toEqual(before);
    expect(countStoredPictures()).toBe(2);
  });

  it('reads several pictures from a CSV field, even with commas in file names', async () => {
    await importCsv('pictures/a.jpg|pictures/b.jpg');
    expect(await readWidths()).toEqual([400, 401]);
    await importCsv('pictures/c, d.jpg');
    expect(await readWidths()).toEqual([402]);
    await importCsv('pictures/b.jpg, pictures/a.jpg');
    expect(await readWidths()).toEqual([401, 400]);
  });

  it.each<[string, number[], string[]]>([
    ['https://cdn.example/1.jpg|pictures/b.jpg', [401], ['https://cdn.example/1.jpg']],
    [
      'pictures/b.jpg;https://cdn.example/1.jpg\npictures/a.jpg',
      [401, 400],
      ['https://cdn.example/1.jpg'],
    ],
    [
      'https://cdn.example/w_4,h_3,c_fill/1.jpg,pictures/b.jpg,pictures/a.jpg',
      [401, 400],
      ['https://cdn.example/w_4,h_3,c_fill/1.jpg'],
    ],
    [
      'https://cdn.example/1.jpg,//cdn.example/2,3.jpg, pictures/c, d.jpg',
      [],
      ['https://cdn.example/1.jpg', '//cdn.example/2,3.jpg', 'pictures/c', 'd.jpg'],
    ],
    ['pictures/a.jpg|pictures/c, d.jpg', [400, 402], []],
    ['../secret.jpg|pictures/a.jpg', [400], ['../secret.jpg']],
  ])(
    'imports the usable files of %j and rejects the other names',
    async (text, importedWidths, rejectedFiles) => {
      const { report } = await importCsv(text);
      expect(await readWidths()).toEqual(importedWidths);
      const reportedFiles = [...report.matchAll(/A picture was not imported: "([^"]+)"/g)];
      expect(reportedFiles.map(([, name]) => name)).toEqual(rejectedFiles);
    },
  );

  it('finds files despite different case or encoding of accents', async () => {
    const upperCasePath = 'PICTURES/C, D.JPG';
    const picture = await createNoise(300, 200).jpeg().toBuffer();
    mkdirSync(path.join(folder, 'Año'.normalize('NFD')));
    writeFileSync(path.join(folder, 'Año'.normalize('NFD'), 'Café.jpg'.normalize('NFD')), picture);
    const { summary } = await importAfterDryRun(['Año/Café.jpg'.normalize('NFC'), upperCasePath]);
    expect(summary).toMatchObject({ picturesAdded: 2, rejectedPictures: 0 });
  });

  it('does not follow links out of the folder', async () => {
    mkdirSync(path.join(parentFolder, 'outside'));
    writeFileSync(path.join(parentFolder, 'outside', 'A.jpg'), 'secret');
    symlinkSync(path.join(parentFolder, 'outside'), path.join(folder, 'link'));
    const { summary, report } = await importAfterDryRun(['link/a.jpg']);
    expect(summary).toMatchObject({ picturesAdded: 0, rejectedPictures: 1 });
    expect(report).toContain('"link/a.jpg" does not exist');
  });

  it('applies the row’s order and removals, and keeps all pictures if the row has no pictures field', async () => {
    await importJson(['pictures/a.jpg', 'pictures/b.jpg']);
    const reordered = await importJson(['pictures/b.jpg', 'pictures/a.jpg']);
    expect(reordered.summary).toMatchObject({ updated: 1, picturesAdded: 0 });
    expect(await readWidths()).toEqual([401, 400]);
    await importJson(['pictures/b.jpg']);
    expect(await readWidths()).toEqual([401]);
    expect(countStoredPictures()).toBe(1);
    await importJson(undefined);
    expect(await readWidths()).toEqual([401]);
    await importJson([]);
    expect(await readWidths()).toEqual([]);
    expect(countStoredPictures()).toBe(0);
  });

  it('counts pictures in a dry run as in an import', async () => {
    const [a, b, c] = ['pictures/a.jpg', 'pictures/b.jpg', 'pictures/c, d.jpg'];
    expect((await importAfterDryRun([a, b])).summary).toMatchObject({
      imported: 1,
      picturesAdded: 2,
    });
    expect((await importAfterDryRun([a, b])).summary).toMatchObject({
      unchanged: 1,
      picturesAdded: 0,
    });
    const secondReport = await importAfterDryRun([c, a]);
    expect(secondReport.summary).toMatchObject({
      updated: 1,
      picturesAdded: 1,
      picturesRemoved: 1,
    });
    expect(describeSummary(secondReport.summary)).toContain(
      'Pictures: 1 added, 1 removed, 0 not imported.',
    );
    expect((await importAfterDryRun([a, c])).summary).toMatchObject({
      updated: 1,
      picturesRemoved: 0,
    });
    // A manual order does not change.
    await imports.db.updateTable('properties').set({ has_own_picture_order: true }).execute();
    expect((await importAfterDryRun([c, a])).summary).toMatchObject({ unchanged: 1 });
    // No pictures are removed while a file is missing.
    const missingFileReport = await importAfterDryRun([b, 'pictures/none.jpg']);
    expect(missingFileReport.summary).toMatchObject({
      updated: 1,
      picturesAdded: 1,
      picturesRemoved: 0,
    });
    expect((await importAfterDryRun([])).summary).toMatchObject({ updated: 1, picturesRemoved: 3 });
  });

  it('keeps uploaded pictures', async () => {
    await importJson(['pictures/a.jpg']);
    const [importedPicture] = await findPictures();
    await imports.db
      .insertInto('property_images')
      .values({
        property_id: importedPicture?.property_id ?? '',
        position: 1,
        key: 'f'.repeat(32),
        width: 9,
        height: 9,
        placeholder: '',
      })
      .execute();
    await importJson(['pictures/b.jpg']);
    expect(await readWidths()).toEqual([401, 9]);
  });

  it('reports unusable pictures and still imports the row', async () => {
    writeFileSync(
      path.join(parentFolder, 'secret.jpg'),
      await createNoise(50, 50).jpeg().toBuffer(),
    );
    symlinkSync(path.join(parentFolder, 'secret.jpg'), path.join(folder, 'link.jpg'));
    symlinkSync(path.join(folder, 'pictures/a.jpg'), path.join(folder, 'inside.jpg'));
    writeFileSync(path.join(folder, 'page.png'), '<html>');
    const { summary, report } = await importJson([
      'https://example.org/x.jpg',
      '//example.org/y.jpg',
      '../secret.jpg',
      path.join(parentFolder, 'secret.jpg'),
      'link.jpg',
      'pictures',
      'missing.jpg',
      'page.png',
      'inside.jpg',
    ]);
    expect(summary).toMatchObject({
      imported: 1,
      refused: 0,
      picturesAdded: 1,
      rejectedPictures: 8,
    });
    expect(await readWidths()).toEqual([400]);
    for (const line of [
      '"https://example.org/x.jpg" is a URL and was not downloaded',
      '"//example.org/y.jpg" is a URL and was not downloaded',
      '"../secret.jpg" is outside the folder of the imported file',
      '"link.jpg" is outside the folder of the imported file',
      '"pictures" is not a file',
      '"missing.jpg" does not exist',
      '"page.png" is not a supported picture',
    ]) {
      expect(report).toContain(`entry 1 (a): A picture was not imported: ${line}`);
    }
  });

  it('removes no pictures if a file is missing', async () => {
    await importJson(['pictures/a.jpg', 'pictures/b.jpg']);
    rmSync(path.join(folder, 'pictures/b.jpg'));
    const { summary } = await importJson(['pictures/a.jpg', 'pictures/b.jpg']);
    expect(summary).toMatchObject({ unchanged: 1, rejectedPictures: 1 });
    expect(await readWidths()).toEqual([400, 401]);
  });

  it('removes pictures with their listing', async () => {
    await importJson(['pictures/a.jpg']);
    const { summary } = await importJson(undefined, { StandardStatus: 'Delete' });
    expect(summary).toMatchObject({ deleted: 1 });
    expect(countStoredPictures()).toBe(0);
  });

  it(`imports at most ${MAX_IMAGES_PER_PROPERTY} pictures`, async () => {
    const names = Array.from({ length: MAX_IMAGES_PER_PROPERTY + 2 }, (_, index) => `${index}.png`);
    for (const [index, name] of names.entries()) {
      writeFileSync(
        path.join(folder, name),
        await createNoise(20 + index, 20)
          .png()
          .toBuffer(),
      );
    }
    const { summary, report } = await importAfterDryRun(names);
    expect(summary.picturesAdded).toBe(MAX_IMAGES_PER_PROPERTY);
    expect(report).toContain('only the first 30 of 32 pictures were imported');
    expect(await findPictures()).toHaveLength(MAX_IMAGES_PER_PROPERTY);
    expect(countStoredPictures()).toBe(MAX_IMAGES_PER_PROPERTY);
  });
});
