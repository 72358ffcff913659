import { expect, test } from 'vitest';
import { pickMediaFields, readSourceMedia } from './source-media.ts';

const picture = {
  MediaKey: 'a',
  MediaURL: 'https://mls.example/a',
  MediaCategory: 'Photo',
  Order: 1,
};

test('only required fields of pictures are returned, without long values', () => {
  const long = 'x'.repeat(4_001);
  const sent = { ...picture, Junk: long, ModificationTimestamp: long, ResourceRecordKey: 'A' };
  expect(pickMediaFields(sent)).toEqual(picture);
});

test('picked fields are sufficient to read a picture', () => {
  const sent = { ...picture, MediaModificationTimestamp: '2026-01-01T00:00:00Z' };
  expect(readSourceMedia([pickMediaFields(sent)])).toEqual(readSourceMedia([sent]));
});
