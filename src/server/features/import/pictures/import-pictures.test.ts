import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { IMAGES_PER_PROPERTY_MAX } from '#shared/limits.ts';
import { noise } from '../../../storage/image.fixture.ts';
import { HEADER, row, runImport, setUpImports } from '../import.fixture.ts';
import { describeSummary } from '../import-summary.ts';

describe('the pictures of an import', () => {
  const imports = setUpImports();
  let outer: string;
  let folder: string;

  beforeEach(async () => {
    outer = imports.folder;
    folder = path.join(outer, 'feed');
    for (const name of ['pictures', 'images']) {
      mkdirSync(path.join(folder, name), { recursive: true });
    }
    for (const [index, name] of ['a.jpg', 'b.jpg', 'c, d.jpg'].entries()) {
      const picture = await noise(400 + index, 300)
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
    const values = row('a').slice(1, -1).split('","');
    const record = Object.fromEntries(
      HEADER.split(',').map((name, index) => [name, values[index]]),
    );
    const content = JSON.stringify([{ ...record, ...fields, Media: media }]);
    return runImport(imports.db, folder, content, { name: 'homes.json', ...options });
  };
  /** A dry run and then an import: both say the same, and only the second does it. */
  const importTwice = async (media: unknown) => {
    const before = [await pictures(), storedFolders()];
    const dry = await importJson(media, {}, { isDryRun: true });
    expect([await pictures(), storedFolders()]).toEqual(before);
    const { summary, report } = await importJson(media);
    expect({ ...dry.summary, isDryRun: false, seconds: 0 }).toEqual({ ...summary, seconds: 0 });
    expect(dry.report).toBe(report);
    return { summary, report };
  };
  const importCsv = (mediaUrl: string) =>
    runImport(imports.db, folder, `${HEADER},MediaURL\n${row('a')},"${mediaUrl}"\n`);
  const pictures = () =>
    imports.db.selectFrom('property_images').selectAll().orderBy('position').execute();
  const widths = async () => (await pictures()).map(({ width }) => width);
  const storedFolders = () =>
    readdirSync(path.join(folder, 'images'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('full.webp')).length;

  it('are stored in their order, and not again in a second import', async () => {
    const media = [
      { MediaURL: 'pictures/b.jpg', Order: 2 },
      { MediaURL: 'pictures/a.jpg', Order: 1 },
      { MediaURL: 'pictures/a.jpg', Order: 3 },
    ];
    const first = await importJson(media);
    expect(first.summary).toMatchObject({ imported: 1, picturesAdded: 2, picturesNotTaken: 0 });
    expect(await widths()).toEqual([400, 401]);
    const before = await pictures();

    const again = await importJson(media);
    expect(again.summary).toMatchObject({ unchanged: 1, picturesAdded: 0 });
    expect(await pictures()).toEqual(before);
    expect(storedFolders()).toBe(2);
  });

  it('may be in one CSV field, a comma in a name included', async () => {
    await importCsv('pictures/a.jpg|pictures/b.jpg');
    expect(await widths()).toEqual([400, 401]);
    await importCsv('pictures/c, d.jpg');
    expect(await widths()).toEqual([402]);
    await importCsv('pictures/b.jpg, pictures/a.jpg');
    expect(await widths()).toEqual([401, 400]);
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
  ])('may be beside web addresses: %j', async (text, taken, notTaken) => {
    const { report } = await importCsv(text);
    expect(await widths()).toEqual(taken);
    const named = [...report.matchAll(/A picture was not taken: "([^"]+)"/g)];
    expect(named.map(([, name]) => name)).toEqual(notTaken);
  });

  it('are found where accents are stored otherwise, or case differs', async () => {
    const upper = 'PICTURES/C, D.JPG';
    const picture = await noise(300, 200).jpeg().toBuffer();
    mkdirSync(path.join(folder, 'Año'.normalize('NFD')));
    writeFileSync(path.join(folder, 'Año'.normalize('NFD'), 'Café.jpg'.normalize('NFD')), picture);
    const { summary } = await importTwice(['Año/Café.jpg'.normalize('NFC'), upper]);
    expect(summary).toMatchObject({ picturesAdded: 2, picturesNotTaken: 0 });
  });

  it('are not looked for behind a link out of the folder', async () => {
    mkdirSync(path.join(outer, 'elsewhere'));
    writeFileSync(path.join(outer, 'elsewhere', 'A.jpg'), 'secret');
    symlinkSync(path.join(outer, 'elsewhere'), path.join(folder, 'link'));
    const { summary, report } = await importTwice(['link/a.jpg']);
    expect(summary).toMatchObject({ picturesAdded: 0, picturesNotTaken: 1 });
    expect(report).toContain('"link/a.jpg" is not there');
  });

  it('follow the row: new order, fewer, none; silence changes nothing', async () => {
    await importJson(['pictures/a.jpg', 'pictures/b.jpg']);
    const turned = await importJson(['pictures/b.jpg', 'pictures/a.jpg']);
    expect(turned.summary).toMatchObject({ updated: 1, picturesAdded: 0 });
    expect(await widths()).toEqual([401, 400]);
    await importJson(['pictures/b.jpg']);
    expect(await widths()).toEqual([401]);
    expect(storedFolders()).toBe(1);
    await importJson(undefined);
    expect(await widths()).toEqual([401]);
    await importJson([]);
    expect(await widths()).toEqual([]);
    expect(storedFolders()).toBe(0);
  });

  it('are counted by a dry run as by the import', async () => {
    const [a, b, c] = ['pictures/a.jpg', 'pictures/b.jpg', 'pictures/c, d.jpg'];
    expect((await importTwice([a, b])).summary).toMatchObject({ imported: 1, picturesAdded: 2 });
    expect((await importTwice([a, b])).summary).toMatchObject({ unchanged: 1, picturesAdded: 0 });
    const other = await importTwice([c, a]);
    expect(other.summary).toMatchObject({ updated: 1, picturesAdded: 1, picturesRemoved: 1 });
    expect(describeSummary(other.summary)).toContain('Pictures: 1 added, 1 removed, 0 not taken.');
    expect((await importTwice([a, c])).summary).toMatchObject({ updated: 1, picturesRemoved: 0 });
    // An order made by hand stays.
    await imports.db.updateTable('properties').set({ has_own_picture_order: true }).execute();
    expect((await importTwice([c, a])).summary).toMatchObject({ unchanged: 1 });
    // None is removed while one is missing.
    const missing = await importTwice([b, 'pictures/none.jpg']);
    expect(missing.summary).toMatchObject({ updated: 1, picturesAdded: 1, picturesRemoved: 0 });
    expect((await importTwice([])).summary).toMatchObject({ updated: 1, picturesRemoved: 3 });
  });

  it('leave alone what people have uploaded', async () => {
    await importJson(['pictures/a.jpg']);
    const [imported] = await pictures();
    await imports.db
      .insertInto('property_images')
      .values({
        property_id: imported?.property_id ?? '',
        position: 1,
        key: 'f'.repeat(32),
        width: 9,
        height: 9,
        placeholder: '',
      })
      .execute();
    await importJson(['pictures/b.jpg']);
    expect(await widths()).toEqual([401, 9]);
  });

  it('that cannot be used are reported, and the row is imported all the same', async () => {
    writeFileSync(path.join(outer, 'secret.jpg'), await noise(50, 50).jpeg().toBuffer());
    symlinkSync(path.join(outer, 'secret.jpg'), path.join(folder, 'link.jpg'));
    symlinkSync(path.join(folder, 'pictures/a.jpg'), path.join(folder, 'inside.jpg'));
    writeFileSync(path.join(folder, 'page.png'), '<html>');
    const { summary, report } = await importJson([
      'https://example.org/x.jpg',
      '//example.org/y.jpg',
      '../secret.jpg',
      path.join(outer, 'secret.jpg'),
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
      picturesNotTaken: 8,
    });
    expect(await widths()).toEqual([400]);
    for (const line of [
      '"https://example.org/x.jpg" is on the net and was not fetched',
      '"//example.org/y.jpg" is on the net and was not fetched',
      '"../secret.jpg" lies outside the folder of the imported file',
      '"link.jpg" lies outside the folder of the imported file',
      '"pictures" is no file',
      '"missing.jpg" is not there',
      '"page.png" is not a picture that can be used',
    ]) {
      expect(report).toContain(`entry 0 (a): A picture was not taken: ${line}`);
    }
  });

  it('are not lost when some file is missing this time', async () => {
    await importJson(['pictures/a.jpg', 'pictures/b.jpg']);
    rmSync(path.join(folder, 'pictures/b.jpg'));
    const { summary } = await importJson(['pictures/a.jpg', 'pictures/b.jpg']);
    expect(summary).toMatchObject({ unchanged: 1, picturesNotTaken: 1 });
    expect(await widths()).toEqual([400, 401]);
  });

  it('go with a deleted listing', async () => {
    await importJson(['pictures/a.jpg']);
    const { summary } = await importJson(undefined, { StandardStatus: 'Delete' });
    expect(summary).toMatchObject({ deleted: 1 });
    expect(storedFolders()).toBe(0);
  });

  it(`are at most ${IMAGES_PER_PROPERTY_MAX}`, async () => {
    const names = Array.from({ length: IMAGES_PER_PROPERTY_MAX + 2 }, (_, index) => `${index}.png`);
    for (const [index, name] of names.entries()) {
      writeFileSync(
        path.join(folder, name),
        await noise(20 + index, 20)
          .png()
          .toBuffer(),
      );
    }
    const { summary, report } = await importTwice(names);
    expect(summary.picturesAdded).toBe(IMAGES_PER_PROPERTY_MAX);
    expect(report).toContain('only the first 30 of 32 pictures were taken');
    expect(await pictures()).toHaveLength(IMAGES_PER_PROPERTY_MAX);
    expect(storedFolders()).toBe(IMAGES_PER_PROPERTY_MAX);
  });
});
