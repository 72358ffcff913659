import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pack, unpack } from './packed-json.ts';

it('gives back any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (data) => {
      const plain: unknown = JSON.parse(JSON.stringify(data));
      expect(unpack(pack(plain))).toEqual(plain);
    }),
  );
});

it('leaves away what is not there, as JSON does', () => {
  expect(unpack(pack({ a: undefined, b: [1] }))).toEqual({ b: [1] });
});

it('names the fields of a list once, without quotation marks', () => {
  const text = pack([
    { title: `The "Owl's" nest`, beds: 1 },
    { title: 'Attic', beds: 2 },
  ]);
  expect(text.match(/beds/g)).toHaveLength(1);
  // Those of the title alone.
  expect(text.match(/"/g)).toHaveLength(1);
});
