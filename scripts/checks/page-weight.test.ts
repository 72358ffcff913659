import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { BUDGET, findOverBudget, formatWeights, measurePageWeights } from './page-weight.ts';

const folder = mkdtempSync(join(tmpdir(), 'doorstep-weight-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FILES = {
  'entry.js': 'import"./shared.js";',
  'root.js': 'import{a}from"./shared.js";const files=[`/assets/app.css`,`/assets/basic.woff2`];',
  'shared.js': 'import{b}from"./deep.js";export const a=b',
  'deep.js': 'export const b=1',
  'home.js': 'import(`./later.js`);const later=["assets/later.css"]',
  'later.js': 'export const c=2',
  'overview.js': 'export const d=3',
  'app.css':
    '@font-face{src:url(/assets/basic.woff2)}@font-face{src:url(/assets/far.woff2);unicode-range:U+100-2BA}',
  'later.css': 'p{}',
  'basic.woff2': 'x'.repeat(500),
  'far.woff2': 'y'.repeat(900),
};
const route = (id: string, rest: object) => ({ [id]: { id, module: `/assets/${id}.js`, ...rest } });
const manifest = JSON.stringify({
  entry: { module: '/assets/entry.js', imports: ['/assets/shared.js', '/assets/deep.js'], css: [] },
  routes: {
    ...route('root', { path: '' }),
    ...route('home', { parentId: 'root', index: true }),
    ...route('overview', { parentId: 'root', path: 'dashboard' }),
  },
});
mkdirSync(join(folder, 'assets'));
const allFiles = { ...FILES, 'manifest-1a.js': `window.__reactRouterManifest=${manifest};` };
for (const [name, text] of Object.entries(allFiles))
  writeFileSync(join(folder, 'assets', name), text);

const measureGzipSize = (...names: (keyof typeof allFiles)[]) =>
  names.reduce((sum, name) => sum + gzipSync(allFiles[name]).length, 0);

test('counts each file of a first visit once, and excludes lazy modules, fonts that are not preloaded, and the dashboard', () => {
  expect(measurePageWeights(folder)).toEqual([
    {
      path: '/',
      scripts: measureGzipSize(
        'entry.js',
        'root.js',
        'shared.js',
        'deep.js',
        'home.js',
        'manifest-1a.js',
      ),
      styles: measureGzipSize('app.css'),
      fonts: 500,
    },
  ]);
});

test('reports exceeded budgets with their sizes', () => {
  const heavyPage = { path: '/about', scripts: 175_234, styles: 16_000, fonts: 90_001 };
  expect(findOverBudget([{ path: '/', ...BUDGET }])).toEqual([]);
  expect(findOverBudget([heavyPage])).toEqual([
    '/about: scripts 175.2 of 175.0',
    '/about: fonts 90.0 of 90.0',
  ]);
  expect(formatWeights([heavyPage])).toMatch(/\/about +175\.2 +16\.0 +90\.0\nbudget +175\.0/);
});
