/** The listing columns that are equal in both installations after a sync. */
export const LISTING_COLUMNS = `title, description, price, address, city, state, zip_code, latitude, longitude, bedrooms,
  bathrooms, sqft, property_type, status, is_available, is_under_contract, year_built, lot_sqft, stories,
  parking_spaces, hoa_fee, tax_annual, features, pets, furnished, available_from::text, lease_months, deposit,
  virtual_tour_url, mls_number`;
