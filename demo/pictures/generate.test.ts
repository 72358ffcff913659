import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { IMAGES_FOLDER, manifestOf, svgOf } from './generate.ts';

const MAX_TOTAL_BYTES = 20 * 1024 * 1024;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The first picture of each kind: drawing all of them twice would take a minute. */
const SAMPLES = CATALOGUE.filter((p, i) => CATALOGUE.findIndex((q) => q.kind === p.kind) === i);

describe('the generator', () => {
  it.each(SAMPLES)('draws $name the same each time, and whole', (picture) => {
    const svg = svgOf(picture);
    expect(hash(svg)).toBe(hash(svgOf(picture)));
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('gives every picture a name of its own', () => {
    expect(new Set(CATALOGUE.map((p) => p.name)).size).toBe(CATALOGUE.length);
  });
});

describe('demo/images', () => {
  it('holds the manifest of the catalogue', async () => {
    const text = await readFile(join(IMAGES_FOLDER, 'manifest.json'), 'utf8');
    expect(JSON.parse(text)).toEqual(manifestOf(CATALOGUE));
  });

  it('holds exactly the files that the manifest lists', async () => {
    const files = await readdir(IMAGES_FOLDER);
    const expected = ['manifest.json', ...CATALOGUE.map((p) => `${p.name}.webp`)];
    expect(files.toSorted()).toEqual(expected.toSorted());
  });

  it('stays under the size that a clone may cost', async () => {
    let total = 0;
    for (const file of await readdir(IMAGES_FOLDER)) {
      total += (await stat(join(IMAGES_FOLDER, file))).size;
    }
    expect(total).toBeLessThan(MAX_TOTAL_BYTES);
  });
});
