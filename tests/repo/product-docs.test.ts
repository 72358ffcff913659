import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FACT_NAMES, FIELD_NAMES, PROPERTY_FIELDS } from '#shared/properties/property-fields.ts';
import { FILTER_NAMES } from '#shared/properties/property-filters.ts';
import { PROPERTY_TYPES } from '#shared/property-choices.ts';

const readPage = (page: string) =>
  readFileSync(new URL(`../../docs/product/${page}`, import.meta.url), 'utf8');

/** Returns the names in backticks on a page of docs/product. */
function findDocumentedNames(page: string): Set<string> {
  const text = readPage(page);
  return new Set([...text.matchAll(/`(\w+)[^`\n]*`/g)].map(([, name = '']) => name));
}

test('docs/product/listings.md documents every field of a listing', () => {
  const documentedNames = findDocumentedNames('listings.md');
  expect(FIELD_NAMES.filter((name) => !documentedNames.has(name))).toEqual([]);
});

test('docs/product/listings.md lists the property types', () => {
  expect(readPage('listings.md')).toContain(`\`propertyType\` (${PROPERTY_TYPES.join(', ')})`);
});

test('docs/product/listings.md and map.md document every filter', () => {
  const documentedNames = new Set([
    ...findDocumentedNames('listings.md'),
    ...findDocumentedNames('map.md'),
  ]);
  expect(FILTER_NAMES.filter((name) => !documentedNames.has(name))).toEqual([]);
});

test('docs/product/import.md documents every fact and its columns', () => {
  const documentedNames = findDocumentedNames('import.md');
  const columns = FACT_NAMES.flatMap((name) => PROPERTY_FIELDS[name].reso);
  const names: string[] = [...FACT_NAMES, ...columns];
  expect(names.filter((name) => !documentedNames.has(name))).toEqual([]);
});
