import { expect, test } from 'vitest';
import { pickMediaFields, readSourceMedia } from './source-media.ts';

const picture = {
  MediaKey: 'a',
  MediaURL: 'https://mls.example/a',
  MediaCategory: 'Photo',
  Order: 1,
};

test('only required fields of pictures are returned, without long values', () => {
  const longText = 'x'.repeat(4_001);
  const row = {
    ...picture,
    Junk: longText,
    ModificationTimestamp: longText,
    ResourceRecordKey: 'A',
  };
  expect(pickMediaFields(row)).toEqual(picture);
});

test('picked fields are sufficient to read a picture', () => {
  const row = { ...picture, MediaModificationTimestamp: '2026-01-01T00:00:00Z' };
  expect(readSourceMedia([pickMediaFields(row)])).toEqual(readSourceMedia([row]));
});
