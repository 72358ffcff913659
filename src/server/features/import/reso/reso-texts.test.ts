import { describe, expect, it } from 'vitest';
import { lease, listingOf, sale } from './reso-mapping.fixture.ts';

describe('texts', () => {
  it.each([
    ['3526 HIGH ST', '3526 High St'],
    ['4734 14TH AVE', '4734 14th Ave'],
    ['8 SW 10TH ST', '8 SW 10th St'],
    ["12 O'BRIEN MCKINLEY WAY", "12 O'Brien McKinley Way"],
    ['207 ORANGE BLOSSOM CIR Unit C', '207 Orange Blossom Cir Unit C'],
    ['514 S 1990 E', '514 S 1990 E'],
    ['RR 2 BOX 41', 'RR 2 Box 41'],
    ['PSC 802 BOX 74', 'PSC 802 Box 74'],
    ['12 Elm &amp; Oak St', '12 Elm & Oak St'],
    ['11 Calle DE Arena', '11 Calle DE Arena'],
    ['10428 South Jordan Gateway (801 613-9503', '10428 South Jordan Gateway'],
    ['1127 Rutherford Rd 864-244-0899', '1127 Rutherford Rd'],
    ['3201-3207 Broadway', '3201-3207 Broadway'],
    ['12  Elm\t St', '12 Elm St'],
  ])('of address: %j becomes %j', (UnparsedAddress, address) => {
    expect(listingOf(sale({ UnparsedAddress })).address).toBe(address);
  });

  it.each([
    ['EL DORADO HILLS', 'El Dorado Hills'],
    ['McAllen', 'McAllen'],
    ['ʻEWA BEACH', 'ʻEwa Beach'],
    ["'EWA BEACH", "'Ewa Beach"],
    ['KĀNEʻOHE', 'Kāneʻohe'],
    ["KANE'OHE", "Kane'ohe"],
    ["COEUR D'ALENE", "Coeur d'Alene"],
    ["D'IBERVILLE", "D'Iberville"],
    ["L'ANSE", "L'Anse"],
    ['O’FALLON', 'O’Fallon'],
    ["ST. MARY'S", "St. Mary's"],
    ['APO', 'APO'],
    ['SÃO PAULO', 'São Paulo'],
  ])('of city: %s becomes %s', (given, city) => {
    expect(listingOf(sale({ City: given })).city).toBe(city);
  });

  it.each([
    ['1801', '01801'],
    ['95838-1234', '95838-1234'],
    ['95838.0', '95838'],
    ['K1A 0B6', 'K1A 0B6'],
  ])('of ZIP code: %s becomes %s', (PostalCode, zipCode) => {
    expect(listingOf(sale({ PostalCode })).zipCode).toBe(zipCode);
  });

  it.each([
    ['D.C.', 'DC'],
    ['d. c.', 'DC'],
    ['N.Y.', 'NY'],
    ['tx', 'TX'],
    ['NEW YORK', 'New York'],
  ])('of state: %s becomes %s', (StateOrProvince, state) => {
    expect(listingOf(sale({ StateOrProvince })).state).toBe(state);
  });

  it('are extracted from HTML', () => {
    const { title, description } = listingOf(
      sale({
        Title: 'Bed &amp; breakfast',
        PublicRemarks:
          '<p>Owner&#39;s <b>pride</b> &amp; joy</p>&lt;br/&gt;5 < 6 baths<br>AT&T &unknown; &#x2014; <a href="x">here</a>',
      }),
    );
    expect(title).toBe('Bed & breakfast');
    expect(description).toBe("Owner's pride & joy\n\n5 < 6 baths\nAT&T &unknown; — here");
  });

  it('are composed from the facts if they are missing', () => {
    const bare = listingOf(sale({ Title: '', PublicRemarks: undefined }));
    expect(bare.title).toBe('12 Elm St');
    expect(bare.description).toBe(
      'House for sale in Sacramento, CA 95838: 3 bedrooms, 2 bathrooms, 1,500 square feet.',
    );
    const flat = listingOf(lease({ Title: 'Flat', UnparsedAddress: '8 OAK AVE' }));
    expect(flat.title).toBe('8 Oak Ave');
  });

  it('keep short remarks, followed by the facts', () => {
    const { description } = listingOf(sale({ PublicRemarks: 'Call us' }));
    expect(description).toMatch(/^Call us\n\nHouse for sale in /);
  });

  it('are truncated at their limits, between words', () => {
    const { title, description } = listingOf(
      sale({ Title: 'word '.repeat(100), PublicRemarks: 'word '.repeat(5_000) }),
    );
    expect(title).toMatch(/^(word )+word…$/);
    expect(title.length).toBeLessThanOrEqual(200);
    expect(description.length).toBeLessThanOrEqual(20_000);
  });

  it('contain no characters that cannot be stored', () => {
    const { title, description } = listingOf(
      sale({
        Title: 'A\u0000 \u202Ehome\uD800 here',
        PublicRemarks: `Line\r\nline\u0007 ${'x'.repeat(20)}`,
      }),
    );
    expect(title).toBe('A home\uFFFD here');
    expect(description).toBe(`Line\nline ${'x'.repeat(20)}`);
  });
});
