import { describe, expect, it } from 'vitest';
import { buildLeaseRecord, listingOf, buildSaleRecord } from './reso-mapping.fixture.ts';

describe('normalized texts', () => {
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
  ])('converts the address %j to %j', (UnparsedAddress, address) => {
    expect(listingOf(buildSaleRecord({ UnparsedAddress })).address).toBe(address);
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
  ])('converts the city %s to %s', (City, city) => {
    expect(listingOf(buildSaleRecord({ City })).city).toBe(city);
  });

  it.each([
    ['1801', '01801'],
    ['95838-1234', '95838-1234'],
    ['95838.0', '95838'],
    ['K1A 0B6', 'K1A 0B6'],
  ])('converts the ZIP code %s to %s', (PostalCode, zipCode) => {
    expect(listingOf(buildSaleRecord({ PostalCode })).zipCode).toBe(zipCode);
  });

  it.each([
    ['D.C.', 'DC'],
    ['d. c.', 'DC'],
    ['N.Y.', 'NY'],
    ['tx', 'TX'],
    ['NEW YORK', 'New York'],
  ])('converts the state %s to %s', (StateOrProvince, state) => {
    expect(listingOf(buildSaleRecord({ StateOrProvince })).state).toBe(state);
  });

  it('are converted from HTML', () => {
    const { title, description } = listingOf(
      buildSaleRecord({
        Title: 'Bed &amp; breakfast',
        PublicRemarks:
          '<p>Owner&#39;s <b>pride</b> &amp; joy</p>&lt;br/&gt;5 < 6 baths<br>AT&T &unknown; &#x2014; <a href="x">here</a>',
      }),
    );
    expect(title).toBe('Bed & breakfast');
    expect(description).toBe("Owner's pride & joy\n\n5 < 6 baths\nAT&T &unknown; — here");
  });

  it('are composed from facts if missing, and so is a title that is too short', () => {
    const withoutTexts = listingOf(
      buildSaleRecord({ Title: '', PublicRemarks: undefined, PostalCode: '95838-4321' }),
    );
    expect(withoutTexts.title).toBe('12 Elm St');
    expect(withoutTexts.description).toBe(
      'House for sale in Sacramento, CA 95838: 3 bedrooms, 2 bathrooms, 1,500 square feet.',
    );
    const rental = listingOf(buildLeaseRecord({ Title: 'Home', UnparsedAddress: '8 OAK AVE' }));
    expect(rental.title).toBe('8 Oak Ave');
  });

  it('add facts after short remarks', () => {
    const { description } = listingOf(buildSaleRecord({ PublicRemarks: 'Call us' }));
    expect(description).toMatch(/^Call us\n\nHouse for sale in /);
  });

  it('are truncated between words at their limits', () => {
    const { title, description } = listingOf(
      buildSaleRecord({ Title: 'word '.repeat(100), PublicRemarks: 'word '.repeat(5_000) }),
    );
    expect(title).toMatch(/^(word )+word…$/);
    expect(title.length).toBeLessThanOrEqual(200);
    expect(description.length).toBeLessThanOrEqual(20_000);
  });

  it('contain no unsafe characters or long runs of combining marks', () => {
    const { title, description } = listingOf(
      buildSaleRecord({
        Title: 'A\u0000 \u202Ehome\uD800 here\uFFFF',
        PublicRemarks: `Line\r\nline\u0007 ${'x'.repeat(20)}${'\u0301'.repeat(9)}`,
      }),
    );
    expect(title).toBe('A home\uFFFD here');
    expect(description).toBe(`Line\nline ${'x'.repeat(20)}${'\u0301'.repeat(4)}`);
  });
});
