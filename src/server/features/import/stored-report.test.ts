import { expect, test } from 'vitest';
import { createStoredReport, type ReportedRow } from './stored-report.ts';

const buildRow = (position: number, row: Partial<ReportedRow> = {}): ReportedRow => ({
  position,
  key: `k${position}`,
  reason: 'Missing or invalid city (City is empty)',
  notes: [],
  ...row,
});

function createRecorder(limits: Parameters<typeof createStoredReport>[1]) {
  const storedRows: ReportedRow[] = [];
  const store = createStoredReport(async (rows) => void storedRows.push(...rows), limits);
  return { storedRows, store };
}

const buildLastNote = (count: number): ReportedRow => ({
  position: 1,
  key: null,
  reason: null,
  notes: [
    `Only the first ${count} rejected rows and notes are listed. The counts include all rows.`,
  ],
});

test('stores the first rows and one note about the rest', async () => {
  const { storedRows, store } = createRecorder({ maxRows: 3, maxCharacters: 10_000 });
  const rows = Array.from({ length: 9 }, (_, index) => buildRow(index + 2));
  await store(rows.slice(0, 2));
  await store(rows.slice(2, 6));
  await store(rows.slice(6));
  expect(storedRows).toEqual([...rows.slice(0, 3), buildLastNote(3)]);
});

test('stores no note if all rows are stored', async () => {
  const { storedRows, store } = createRecorder({ maxRows: 2, maxCharacters: 10_000 });
  await store([buildRow(2), buildRow(3)]);
  await store([]);
  expect(storedRows).toEqual([buildRow(2), buildRow(3)]);
});

test('stores rows up to a total length', async () => {
  const { storedRows, store } = createRecorder({ maxRows: 100, maxCharacters: 3_000 });
  await store([2, 3, 4].map((position) => buildRow(position, { reason: 'x'.repeat(1_200) })));
  expect(storedRows.map(({ position }) => position)).toEqual([2, 3, 1]);
});

test('truncates long values', async () => {
  const { storedRows, store } = createRecorder({ maxRows: 100, maxCharacters: 1_000_000 });
  const longText = 'x'.repeat(400_000);
  await store([buildRow(2, { key: longText, reason: longText, notes: Array(60).fill(longText) })]);
  const [row] = storedRows;
  expect(row?.key).toHaveLength(200);
  expect(row?.reason).toHaveLength(2_000);
  expect(row?.notes).toHaveLength(51);
  expect(row?.notes[0]).toHaveLength(2_000);
  expect(row?.notes.at(-1)).toBe('and 10 more');
});

test('stores no characters that PostgreSQL rejects', async () => {
  const { storedRows, store } = createRecorder({ maxRows: 100, maxCharacters: 1_000_000 });
  await store([buildRow(2, { key: 'A\0B', reason: 'half \ud83c', notes: ['\ud800', '\\u0000'] })]);
  expect(storedRows[0]).toMatchObject({
    key: 'AB',
    reason: 'half \ufffd',
    notes: ['\ufffd', '\\u0000'],
  });
});
