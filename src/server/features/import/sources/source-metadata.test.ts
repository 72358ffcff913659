import { expect, test } from 'vitest';
import { readMetadata } from './source-metadata.ts';

test('reads malformed metadata in linear time', () => {
  const xml = `<Edmx><EntitySet Name="Property" EntityType="a.Property"/><EntityType Name="Property">${'<EntitySet <Property '.repeat(300_000)}`;
  expect(readMetadata(xml)).toEqual({
    resources: ['Property'],
    fields: new Set(),
    canExpandMedia: false,
  });
});

test('reads a limited number of tags', () => {
  const xml = `<Edmx><EntitySet Name="Property" EntityType="a.Property"/>${'<EntitySet Name="A"/>'.repeat(10_000)}`;
  expect(readMetadata(xml)?.resources).toHaveLength(5_000);
});
