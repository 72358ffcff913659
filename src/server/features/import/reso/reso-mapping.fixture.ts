/** Builds records for tests of the mapping. */

import { type ImportListing, mapResoRecord } from './reso-mapping.ts';
import type { ResoRecord } from './reso-record.ts';

export const NOW = new Date('2026-03-20T12:00:00Z');

/** Builds a valid record of a home for sale, with optional overrides. */
export function buildSaleRecord(fields: ResoRecord = {}): ResoRecord {
  return {
    ListingKey: 'k1',
    PropertyType: 'Residential',
    PropertySubType: 'Single Family Residence',
    StandardStatus: 'Active',
    ListPrice: '350000',
    BedroomsTotal: '3',
    BathroomsTotalInteger: '2',
    LivingArea: '1500',
    UnparsedAddress: '12 Elm St',
    City: 'Sacramento',
    StateOrProvince: 'CA',
    PostalCode: '95838',
    Latitude: '38.63',
    Longitude: '-121.43',
    PublicRemarks: 'A quiet house with a big backyard.',
    OnMarketDate: '2026-02-01T00:00:00Z',
    Title: 'House on Elm Street',
    ...fields,
  };
}

export const buildLeaseRecord = (fields: ResoRecord = {}) =>
  buildSaleRecord({
    PropertyType: 'Residential Lease',
    PropertySubType: 'Apartment',
    ListPrice: '1500',
    ...fields,
  });

export function listingOf(record: ResoRecord): ImportListing {
  const row = mapResoRecord(record, NOW);
  if (row.kind !== 'listing') throw new Error(`Not a listing: ${JSON.stringify(row)}`);
  return row.listing;
}

export function rejectionReasonsOf(record: ResoRecord): string[] {
  const row = mapResoRecord(record, NOW);
  return row.kind === 'rejected' ? row.rejections.map(({ reason }) => reason) : [];
}
