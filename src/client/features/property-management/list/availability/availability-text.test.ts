import { describe, expect, it } from 'vitest';
import {
  genericAvailabilityLabel,
  availabilityLabel,
  availabilityAnnouncement,
  bulkAvailabilityAnnouncement,
  canceledToursText,
  soldOrRentedText,
} from './availability-text.ts';

describe('the availability text', () => {
  it('is Active, Sold, or Rented in the user’s own list', () => {
    expect(availabilityLabel({ status: 'For Sale', isAvailable: true })).toBe('Active');
    expect(availabilityLabel({ status: 'For Sale', isAvailable: false })).toBe('Sold');
    expect(availabilityLabel({ status: 'For Rent', isAvailable: false })).toBe('Rented');
  });

  it('is Active or Sold/Rented in lists with several agents', () => {
    expect(genericAvailabilityLabel(true)).toBe('Active');
    expect(genericAvailabilityLabel(false)).toBe('Sold/Rented');
  });

  it('announces an availability change of one listing', () => {
    const rentedListing = { title: 'Maple House', status: 'For Rent', isAvailable: false } as const;
    expect(availabilityAnnouncement(rentedListing)).toBe('“Maple House” is marked as rented.');
    expect(availabilityAnnouncement({ ...rentedListing, isAvailable: true })).toBe(
      '“Maple House” is active again.',
    );
  });

  it('describes canceled tours', () => {
    expect(canceledToursText(1)).toBe(
      '1 upcoming tour will be canceled, and the visitor will be emailed.',
    );
    expect(canceledToursText(2)).toBe(
      '2 upcoming tours will be canceled, and the visitors will be emailed.',
    );
  });

  it('announces availability changes of several listings', () => {
    const soldListing = { title: 'Maple House', status: 'For Sale', isAvailable: false } as const;
    const rentedListing = { title: 'Oak Loft', status: 'For Rent', isAvailable: false } as const;
    expect(soldOrRentedText([soldListing, soldListing])).toBe('sold');
    expect(soldOrRentedText([rentedListing])).toBe('rented');
    expect(bulkAvailabilityAnnouncement([soldListing])).toBe(availabilityAnnouncement(soldListing));
    expect(bulkAvailabilityAnnouncement([soldListing, rentedListing])).toBe(
      '2 listings are marked as sold or rented.',
    );
    const active = { ...soldListing, isAvailable: true };
    expect(bulkAvailabilityAnnouncement([active, active])).toBe('2 listings are active again.');
  });
});
