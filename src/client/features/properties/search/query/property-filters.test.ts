import { describe, expect, it } from 'vitest';
import {
  fieldValue,
  findFilterErrors,
  matchSameHomes,
  NO_FILTERS,
  parseRange,
  readFilters,
} from './property-filters.ts';

const parse = (search: string) => readFilters(new URLSearchParams(search));

describe('readFilters', () => {
  it('never splits a character when truncating a point’s name', () => {
    const nearNameOf = (name: string) =>
      parse(`near=30.25,-97.75&within=5&nearName=${encodeURIComponent(name)}`).nearName;
    expect(nearNameOf(`${'a'.repeat(59)}🏡`)).toBe('a'.repeat(59));
    expect(nearNameOf(`${'a'.repeat(58)}🏡`)).toBe(`${'a'.repeat(58)}🏡`);
  });

  it('reads filters and the sort order', () => {
    expect(
      parse(
        'searchTerm=garden+view&propertyType=House&status=For+Rent&minPrice=100&maxPrice=900&bedrooms=3&sort=price_asc',
      ),
    ).toEqual({
      ...NO_FILTERS,
      searchTerm: 'garden view',
      propertyType: 'House',
      status: 'For Rent',
      minPrice: '100',
      maxPrice: '900',
      bedrooms: '3',
      sort: 'price_asc',
    });
  });

  it.each([
    ['an empty query', ''],
    ['empty values', 'searchTerm=&propertyType=&minPrice=&bedrooms=&sort='],
    ['all', 'propertyType=all&status=all&bedrooms=all'],
    ['invalid values', 'propertyType=Castle&minPrice=-5&maxPrice=lots&bedrooms=two&sort=random'],
    ['zero bedrooms', 'bedrooms=0'],
    ['too many bedrooms', 'bedrooms=101'],
  ])('reads no filters from %s', (_, search) => {
    expect(parse(search)).toEqual(NO_FILTERS);
  });

  it('reduces a keyword to one line that the API accepts', () => {
    const { searchTerm } = parse(`searchTerm=${encodeURIComponent(` a\n b\0 ${'x'.repeat(300)}`)}`);
    expect(searchTerm.startsWith('a b x')).toBe(true);
    expect(searchTerm).toHaveLength(200);
    const result = parse(`searchTerm=${encodeURIComponent(`${'x'.repeat(199)}🏡`)}`);
    expect(result.searchTerm).toBe('x'.repeat(199));
  });
});

describe('the monthly cost filter', () => {
  it('is read with its loan terms, which are ignored if there is no maximum', () => {
    expect(parse('maxMonthly=$2,500&downPayment=10&rate=6.125&termYears=15')).toEqual({
      ...NO_FILTERS,
      maxMonthly: '2500',
      downPayment: '10',
      rate: '6.125',
      termYears: '15',
    });
    expect(parse('downPayment=10&rate=5&termYears=15')).toEqual(NO_FILTERS);
  });

  it('drops invalid values and reports them', () => {
    const search = 'maxMonthly=2500.50&downPayment=101&rate=-1&termYears=12.5';
    expect(parse(search)).toEqual({ ...NO_FILTERS, maxMonthly: '2500.5' });
    expect(findFilterErrors(new URLSearchParams(search))).toEqual({
      downPayment: 'Enter a number from 0 to 100.',
      rate: 'Enter a number from 0 to 30.',
      termYears: 'Enter a whole number from 1 to 50.',
    });
  });
});

describe('fact filters', () => {
  it('are read as repeated or comma-separated values', () => {
    const filters = parse('features=pool&features=garage&propertyType=Condo,House');
    expect(filters).toEqual({
      ...NO_FILTERS,
      features: 'pool,garage',
      propertyType: 'House,Condo',
    });
    expect(parse('features=garage,pool,castle,pool').features).toBe('pool,garage');
  });

  it('drop invalid values', () => {
    expect(
      parse(
        'minYearBuilt=1066&parking=0&maxHoa=lots&availableBy=2026-02-30&listedWithin=91&reduced=no&pets=iguanas&furnished=no&minLotSqft=0',
      ),
    ).toEqual(NO_FILTERS);
    expect(findFilterErrors(new URLSearchParams('minYearBuilt=1066')).minYearBuilt).toMatch(
      /^Enter a whole number from 1600 to \d{4}\.$/,
    );
    expect(findFilterErrors(new URLSearchParams('minSqft=900&maxSqft=100'))).toEqual({
      maxSqft: 'Max. square footage is below min.',
    });
  });

  it('accept valid values and normalize numbers', () => {
    const search =
      'minYearBuilt=1990&parking=2&maxHoa=0&availableBy=2026-05-01&listedWithin=7&reduced=true&pets=cats&furnished=yes&minLotSqft=5,000&city=St.+Louis';
    expect(parse(search)).toMatchObject({
      minYearBuilt: '1990',
      parking: '2',
      maxHoa: '0',
      minLotSqft: '5000',
      availableBy: '2026-05-01',
      listedWithin: '7',
      reduced: 'true',
      pets: 'cats',
      furnished: 'yes',
      city: 'St. Louis',
    });
  });
});

describe('parseRange', () => {
  it.each([
    ['', ''],
    ['450000', '450000'],
    [' $450,000 ', '450000'],
    ['450k', '450000'],
    ['1.25M', '1250000'],
    ['0', '0'],
    ['100000000000', '100000000000'],
    ['100000000001', null],
    ['-1', null],
    ['1e5', null],
    ['cheap', null],
  ])('parses "%s" as %s', (text, price) => {
    expect(parseRange('minPrice', text)).toBe(price);
  });

  it('preserves the cents of fees and rounds prices', () => {
    expect(parseRange('maxHoa', '$250.50')).toBe('250.5');
    expect(parseRange('maxPrice', '250.50')).toBe('251');
  });
});

describe('findFilterErrors', () => {
  const errors = (search: string) => findFilterErrors(new URLSearchParams(search));

  it('accepts valid prices', () => {
    expect(errors('minPrice=100&maxPrice=100')).toEqual({});
    expect(errors('minPrice=100')).toEqual({});
  });

  it('reports invalid prices', () => {
    expect(errors('minPrice=x&maxPrice=-2')).toEqual({
      minPrice: 'Enter a number from 0, such as 450000.',
      maxPrice: 'Enter a number from 0, such as 450000.',
    });
  });

  it('reports a minimum above its maximum', () => {
    expect(errors('minPrice=900k&maxPrice=100')).toEqual({
      maxPrice: 'Max. price is below min. price.',
    });
  });
});

describe('fieldValue', () => {
  it('returns values that readFilters reads back', () => {
    const filters = { ...NO_FILTERS, maxPrice: '900000', bedrooms: '2' };
    expect(fieldValue('maxPrice', filters)).toBe('900,000');
    expect(fieldValue('minPrice', filters)).toBe('');
    expect(fieldValue('propertyType', filters)).toBe('all');
    expect(fieldValue('propertyType', { ...filters, propertyType: 'Condo' })).toBe('Condo');
    const names = Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[];
    const formValues = new Map<string, string>(
      names.map((name) => [name, fieldValue(name, filters)]),
    );
    expect(readFilters(formValues)).toEqual(filters);
  });
});

describe('matchSameHomes', () => {
  it('ignores the order of the results', () => {
    expect(matchSameHomes(NO_FILTERS, { ...NO_FILTERS, sort: 'price_desc' })).toBe(true);
    expect(matchSameHomes(NO_FILTERS, { ...NO_FILTERS, bedrooms: '2' })).toBe(false);
  });
});
