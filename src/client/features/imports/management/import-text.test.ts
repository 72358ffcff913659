import { expect, test } from 'vitest';
import type { Import } from '#shared/schemas/brokerage/import.ts';
import { confirmLabel, percentRead, stateText, importSummary } from './import-text.ts';

const IMPORT: Import = {
  _id: '1',
  fileName: 'homes.csv',
  state: 'done',
  isDryRun: true,
  rowsRead: 0,
  totalRows: null,
  added: 0,
  updated: 0,
  removed: 0,
  unchanged: 0,
  refused: 0,
  sample: [],
  error: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  finishedAt: null,
};

test('describes the counts and the state of an import', () => {
  expect(importSummary({ ...IMPORT, state: 'running' })).toBe('Nothing yet');
  expect(importSummary({ ...IMPORT, state: 'canceled' })).toBe('No homes');
  expect(importSummary({ ...IMPORT, added: 1_200, refused: 3 })).toBe('1,200 new, 3 skipped');
  expect(stateText(IMPORT)).toBe('Checked');
  expect(stateText({ state: 'running', isDryRun: false })).toBe('Importing');
});

test('counts the changes in the label of the import button, or returns null without changes', () => {
  expect(confirmLabel(IMPORT)).toBeNull();
  expect(confirmLabel({ ...IMPORT, unchanged: 5 })).toBeNull();
  expect(confirmLabel({ ...IMPORT, added: 1 })).toBe('Import 1 home');
  expect(confirmLabel({ ...IMPORT, added: 1_000, updated: 2, removed: 1 })).toBe(
    'Import 1,002 homes',
  );
  expect(confirmLabel({ ...IMPORT, removed: 2 })).toBe('Remove 2 homes');
});

test('returns the percentage of rows read, or null while rows are being counted', () => {
  expect(percentRead(IMPORT)).toBeNull();
  expect(percentRead({ ...IMPORT, totalRows: 3, rowsRead: 2 })).toBe(66);
  expect(percentRead({ ...IMPORT, totalRows: 0 })).toBe(100);
});
