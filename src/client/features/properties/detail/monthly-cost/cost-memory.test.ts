import { expect, test } from 'vitest';
import { createCostMemory } from './cost-memory.ts';

function createStorage(text: string | null = null) {
  const storage = {
    text,
    getItem: () => storage.text,
    setItem: (_key: string, value: string) => {
      storage.text = value;
    },
  };
  return storage;
}

test('stores loan terms for all homes and other inputs per home, until they are removed', () => {
  const storage = createStorage();
  const memory = createCostMemory(() => storage);
  memory.set('7', 'rate', 5.25);
  memory.set('7', 'taxAnnual', 4000);
  expect(memory.read('7')).toEqual({ rate: 5.25, taxAnnual: 4000 });
  expect(memory.read('8')).toEqual({ rate: 5.25 });
  expect(createCostMemory(() => storage).read('7')).toEqual({ rate: 5.25, taxAnnual: 4000 });
  memory.set('7', 'rate', null);
  expect(memory.read('7')).toEqual({ taxAnnual: 4000 });
  memory.reset('7');
  expect([memory.read('7'), storage.text]).toEqual([{}, '[]']);
});

test('ignores invalid stored values', () => {
  const storage = createStorage(
    JSON.stringify([
      { id: 'loan', edits: { rate: 900, termYears: '30', downPayment: 10, other: 1 } },
      { id: 5, edits: {} },
      null,
      { id: '7', edits: null },
    ]),
  );
  expect(createCostMemory(() => storage).read('7')).toEqual({ downPayment: 10 });
});
