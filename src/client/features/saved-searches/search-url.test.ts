import { expect, test } from 'vitest';
import { readSearch, searchHref } from './search-url.ts';

test('reads only the filters that are set from a URL, and converts them back', () => {
  const params = new URLSearchParams(
    'near=30.2,-97.7&within=5&nearName=Austin&city=all&bedrooms=&view=map&zoom=9&page=2&gclid=1&utm_source=x',
  );
  const search = readSearch({ status: 'For Rent' }, params);
  expect(search).toEqual({ status: 'For Rent', near: '30.2,-97.7', within: '5' });
  expect(searchHref(search)).toBe('/for-rent?near=30.2%2C-97.7&within=5');
});
